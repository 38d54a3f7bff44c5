package generic

// syntax is what is known of a language.
type syntax struct {
	name string

	lineComments []string // what begins a comment up to the end of the line
	blockOpen    string   // what begins and ends a comment of its own, if there is one
	blockClose   string
	nested       bool    // such comments nest
	quotes       []quote // the longest first
	letters      string  // what is part of a word besides letters, digits and _

	lifetimes    bool // 'a is a name, and 'a' a character
	raw          raw  // strings with a fence of their own
	regexps      bool // a slash can begin a regular expression
	escapes      bool // a backslash takes the next byte its meaning
	heredocs     bool // <<WORD begins a string at the next line
	preprocessor bool // a line that begins with # is a directive
	embedded     bool // code stands between <? and ?>
	looseQuotes  bool // a quote without its partner on the line is text
	wordComments bool // a comment begins only at the start of a word

	brackets string  // which of ()[]{} have to balance
	layout   layout  // what ends a statement
	blocks   []block // what begins definitions

	modifiers []string // words before the one that tells what is defined
	imports   []string // words that begin an import
	follow    []string // words that go on with a statement after a block or a line
	sheet     bool     // blocks are named by all that precedes them
	typed     bool     // variables are declared by their type, without a word
}

// quote is a kind of string.
type quote struct {
	open, close string
	escape      byte // makes the next byte part of the string; 0 if none does
	lines       bool // goes on over line ends
	holes       bool // has code in ${ }
}

// raw is the kind of raw string of a language.
type raw uint8

const (
	noRaw    raw = iota
	rustRaw      // r#"…"#
	cppRaw       // R"x(…)x"
	swiftRaw     // #"…"#
	phpRaw       // <<<X … X
)

// layout is what ends a statement.
type layout uint8

const (
	semicolons  layout = iota // a semicolon, or a block
	lines                     // a line end, too, where nothing goes on
	indentation               // the next line that is as deep, strictly
	outline                   // the same, where the language itself does not mind
)

// block is a word that begins a definition.
type block struct {
	word, kind string
	inner      inner
}

// inner is what is found within the block of a definition.
type inner uint8

const (
	nothing inner = iota
	fields        // methods and fields
	listed        // members behind commas, and then perhaps fields
	scope         // the same as in a file
)
