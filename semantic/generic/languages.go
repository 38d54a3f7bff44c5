package generic

import "path"

// ForFile gives the language of the file called name.
func ForFile(name string) (Language, bool) {
	s := syntaxOf(path.Ext(name))
	return Language{s}, s != nil
}

func syntaxOf(ext string) *syntax {
	switch ext {
	case ".py", ".pyi":
		return &python
	case ".js", ".mjs", ".cjs", ".jsx":
		return &javascript
	case ".ts", ".mts", ".cts":
		return &typescript
	case ".tsx":
		return &tsx
	case ".rs":
		return &rust
	case ".java":
		return &java
	case ".c", ".h":
		return &ansiC
	case ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx":
		return &cpp
	case ".cs":
		return &csharp
	case ".kt", ".kts":
		return &kotlin
	case ".swift":
		return &swift
	case ".php":
		return &php
	case ".css", ".scss", ".less":
		return &css
	case ".sh", ".bash":
		return &shell
	}
	return nil
}

const allBrackets = "()[]{}"

var python = syntax{
	name: "python", lineComments: []string{"#"}, brackets: allBrackets, layout: indentation,
	quotes:    []quote{{`"""`, `"""`, '\\', true, false}, {"'''", "'''", '\\', true, false}, {`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false}},
	blocks:    []block{{"def", "func", nothing}, {"class", "class", fields}},
	modifiers: []string{"async"},
	imports:   []string{"import", "from"},
	follow:    []string{"elif", "else", "except", "finally"},
}

var (
	ecmaQuotes    = []quote{{`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false}, {"`", "`", '\\', true, true}}
	ecmaModifiers = []string{"export", "default", "async", "declare", "abstract", "public", "private", "protected", "static", "readonly", "override", "accessor", "get", "set"}
	ecmaFollow    = []string{"else", "catch", "finally", "instanceof", "in", "of", "extends", "implements", "as", "satisfies", "from"}
	ecmaBlocks    = []block{
		{"function", "func", nothing}, {"class", "class", fields}, {"const", "var", nothing}, {"let", "var", nothing}, {"var", "var", nothing},
		{"interface", "interface", fields}, {"enum", "enum", listed}, {"namespace", "module", scope}, {"module", "module", scope}, {"type", "type", nothing},
	}
)

var javascript = syntax{
	name: "javascript", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: ecmaQuotes, letters: "$",
	regexps: true, looseQuotes: true, brackets: allBrackets, layout: lines,
	blocks: ecmaBlocks, modifiers: ecmaModifiers, imports: []string{"import"}, follow: ecmaFollow,
}

var typescript = syntax{
	name: "typescript", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: ecmaQuotes, letters: "$",
	regexps: true, brackets: allBrackets, layout: lines,
	blocks: ecmaBlocks, modifiers: ecmaModifiers, imports: []string{"import"}, follow: ecmaFollow,
}

var tsx = syntax{
	name: "tsx", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: ecmaQuotes, letters: "$",
	regexps: true, looseQuotes: true, brackets: allBrackets, layout: lines,
	blocks: ecmaBlocks, modifiers: ecmaModifiers, imports: []string{"import"}, follow: ecmaFollow,
}

var rust = syntax{
	name: "rust", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", nested: true,
	quotes:    []quote{{`"`, `"`, '\\', true, false}, {"'", "'", '\\', false, false}},
	lifetimes: true, raw: rustRaw, brackets: allBrackets, layout: semicolons,
	blocks: []block{
		{"fn", "func", nothing}, {"struct", "struct", listed}, {"enum", "enum", listed}, {"union", "union", listed}, {"trait", "trait", fields},
		{"impl", "impl", fields}, {"mod", "module", scope}, {"type", "type", nothing}, {"const", "var", nothing}, {"static", "var", nothing}, {"macro_rules", "macro", nothing},
	},
	modifiers: []string{"pub", "async", "unsafe", "extern", "default", "crate"},
	imports:   []string{"use"}, follow: []string{"else"},
}

var javaQuotes = []quote{{`"""`, `"""`, '\\', true, false}, {`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false}}

var java = syntax{
	name: "java", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: javaQuotes, letters: "$",
	brackets: allBrackets, layout: semicolons, typed: true,
	blocks: []block{
		{"class", "class", fields}, {"interface", "interface", fields}, {"enum", "enum", listed}, {"record", "record", fields}, {"package", "package", nothing}, {"module", "module", fields},
	},
	modifiers: []string{"public", "private", "protected", "static", "final", "abstract", "sealed", "strictfp", "default", "synchronized", "native", "transient", "volatile", "@"},
	imports:   []string{"import"}, follow: []string{"else", "catch", "finally"},
}

var (
	cQuotes    = []quote{{`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false}}
	cBlocks    = []block{{"struct", "struct", fields}, {"union", "union", fields}, {"enum", "enum", listed}, {"typedef", "type", nothing}}
	cModifiers = []string{"static", "inline", "extern", "const"}
)

var ansiC = syntax{
	name: "c", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: cQuotes,
	preprocessor: true, brackets: allBrackets, layout: semicolons, typed: true,
	blocks: cBlocks, modifiers: cModifiers, follow: []string{"else", "while"},
}

var cpp = syntax{
	name: "cpp", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", quotes: cQuotes, raw: cppRaw,
	preprocessor: true, brackets: allBrackets, layout: semicolons, typed: true,
	blocks: []block{
		{"struct", "struct", fields}, {"union", "union", fields}, {"enum", "enum", listed}, {"class", "class", fields}, {"namespace", "module", scope}, {"typedef", "type", nothing},
	},
	modifiers: []string{"static", "inline", "extern", "const", "constexpr", "virtual", "explicit", "friend", "template", "export"},
	follow:    []string{"else", "while", "catch"},
}

var csharp = syntax{
	name: "csharp", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/",
	quotes: []quote{
		{`"""`, `"""`, 0, true, false}, {`$@"`, `"`, 0, true, false}, {`@$"`, `"`, 0, true, false}, {`@"`, `"`, 0, true, false},
		{`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false},
	},
	preprocessor: true, brackets: allBrackets, layout: semicolons, typed: true,
	blocks: []block{
		{"class", "class", fields}, {"interface", "interface", fields}, {"enum", "enum", listed}, {"record", "record", fields}, {"struct", "struct", fields}, {"namespace", "module", scope},
	},
	modifiers: []string{"public", "private", "protected", "internal", "static", "sealed", "abstract", "partial", "readonly", "override", "virtual", "async", "global", "unsafe", "ref"},
	imports:   []string{"using"}, follow: []string{"else", "catch", "finally", "while"},
}

var kotlin = syntax{
	name: "kotlin", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", nested: true,
	quotes:   []quote{{`"""`, `"""`, 0, true, true}, {`"`, `"`, '\\', false, true}, {"'", "'", '\\', false, false}, {"`", "`", 0, false, false}},
	brackets: allBrackets, layout: lines,
	blocks: []block{
		{"class", "class", fields}, {"interface", "interface", fields}, {"object", "object", fields}, {"fun", "func", nothing},
		{"val", "var", nothing}, {"var", "var", nothing}, {"typealias", "type", nothing}, {"package", "package", nothing},
	},
	modifiers: []string{
		"public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "data", "enum", "annotation", "inner", "value", "inline", "const",
		"override", "suspend", "lateinit", "operator", "infix", "companion", "external", "tailrec", "actual", "expect",
	},
	imports: []string{"import"}, follow: []string{"else", "catch", "finally", "by", "where", "get", "set", "as", "in", "is"},
}

var swift = syntax{
	name: "swift", lineComments: []string{"//"}, blockOpen: "/*", blockClose: "*/", nested: true, raw: swiftRaw,
	quotes:   []quote{{`"""`, `"""`, '\\', true, false}, {`"`, `"`, '\\', false, false}},
	brackets: allBrackets, layout: lines,
	blocks: []block{
		{"class", "class", fields}, {"struct", "struct", fields}, {"enum", "enum", fields}, {"protocol", "interface", fields}, {"extension", "impl", fields}, {"actor", "class", fields},
		{"func", "func", nothing}, {"let", "var", nothing}, {"var", "var", nothing}, {"typealias", "type", nothing}, {"case", "member", nothing},
	},
	modifiers: []string{"public", "private", "fileprivate", "internal", "open", "final", "static", "override", "mutating", "lazy", "weak", "required", "convenience", "indirect"},
	imports:   []string{"import"}, follow: []string{"else", "catch", "where", "as", "in", "is"},
}

var php = syntax{
	name: "php", lineComments: []string{"//", "#"}, blockOpen: "/*", blockClose: "*/", raw: phpRaw, embedded: true, letters: "$",
	quotes:   []quote{{`"`, `"`, '\\', true, false}, {"'", "'", '\\', true, false}, {"`", "`", '\\', true, false}},
	brackets: allBrackets, layout: semicolons,
	blocks: []block{
		{"function", "func", nothing}, {"class", "class", fields}, {"interface", "interface", fields}, {"trait", "trait", fields}, {"enum", "enum", fields},
		{"namespace", "module", scope}, {"const", "var", nothing}, {"case", "member", nothing},
	},
	modifiers: []string{"public", "private", "protected", "static", "final", "abstract", "readonly"},
	imports:   []string{"use"}, follow: []string{"else", "elseif", "catch", "finally", "while"},
}

var css = syntax{
	name: "css", blockOpen: "/*", blockClose: "*/", letters: "-", sheet: true, escapes: true,
	quotes:   []quote{{`"`, `"`, '\\', false, false}, {"'", "'", '\\', false, false}},
	brackets: allBrackets, layout: semicolons,
}

var shell = syntax{
	name: "shell", lineComments: []string{"#"}, wordComments: true, letters: "-./$@%", heredocs: true, escapes: true,
	quotes: []quote{{`$'`, "'", '\\', true, false}, {`"`, `"`, '\\', true, false}, {"'", "'", 0, true, false}, {"`", "`", '\\', true, false}},
	layout: outline, blocks: []block{{"function", "func", nothing}},
	follow: []string{"}", "fi", "done", "esac", "else", "elif", "then", "do", ")", ";;"},
}
