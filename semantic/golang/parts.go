package golang

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// declarations are the package clause and what follows it.
func (c *cutter) declarations(f *ast.File) []part {
	out := []part{{kind: "package", name: f.Name.Name, start: c.offset(f.Package), end: c.offset(f.Name.End())}}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p := c.part("func", named(d.Name.Name), d)
			if receiver := receiverName(d.Recv); receiver != "" {
				p.kind, p.name = "method", receiver+"."+d.Name.Name
			}
			out = append(out, p)
		case *ast.GenDecl:
			out = append(out, c.general(d))
		}
	}
	return out
}

func (c *cutter) part(kind, name string, n ast.Node) part {
	return part{kind: kind, name: name, start: c.offset(n.Pos()), end: c.offset(n.End())}
}

// general is a declaration of imports, types, variables or constants.
func (c *cutter) general(d *ast.GenDecl) part {
	kind := d.Tok.String()
	if !d.Lparen.IsValid() {
		p := c.spec(kind, d.Specs[0])
		p.start = c.offset(d.Pos())
		return p
	}
	p := c.part(kind+"s", "", d)
	p.inner = &list{open: c.offset(d.Lparen) + 1, closing: c.offset(d.Rparen), set: isSet(d)}
	for _, s := range d.Specs {
		p.inner.parts = append(p.inner.parts, c.spec(kind, s))
	}
	return p
}

// isSet reports whether the order of the specs carries no meaning: not that of
// variables, which are initialized in order, nor of constants that count or
// repeat what is above them.
func isSet(d *ast.GenDecl) bool {
	if d.Tok == token.VAR {
		return false
	}
	if d.Tok != token.CONST {
		return true
	}
	for _, s := range d.Specs {
		v := s.(*ast.ValueSpec)
		if len(v.Values) == 0 {
			return false
		}
		for _, x := range v.Values {
			if counts(x) {
				return false
			}
		}
	}
	return true
}

// counts reports whether a constant has iota in it.
func counts(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "iota" {
			found = true
		}
		return !found
	})
	return found
}

func (c *cutter) spec(kind string, s ast.Spec) part {
	switch s := s.(type) {
	case *ast.ImportSpec:
		return c.part(kind, importName(s), s)
	case *ast.TypeSpec:
		p := c.part(kind, named(s.Name.Name), s)
		p.inner = c.typeParts(s.Type, 1)
		return p
	case *ast.ValueSpec:
		p := c.part(kind, identNames(s.Names), s)
		if len(s.Values) == 1 {
			p.inner = c.valueParts(s.Values[0], 1)
		}
		if p.inner == nil && s.Type != nil && len(s.Values) == 0 {
			p.inner = c.typeParts(s.Type, 1)
		}
		return p
	}
	return c.part(kind, "", s)
}

func importName(s *ast.ImportSpec) string {
	name, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		name = s.Path.Value
	}
	if s.Name != nil && s.Name.Name != path.Base(name) {
		return s.Name.Name + " " + name
	}
	return name
}

// named is a declared name; what is declared as "_" has none.
func named(name string) string {
	if name == "_" {
		return ""
	}
	return name
}

func identNames(ids []*ast.Ident) string {
	if len(ids) == 1 {
		return named(ids[0].Name)
	}
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = id.Name
	}
	return strings.Join(all, ", ")
}

// receiverName is the name of a method's type, "" for a function.
func receiverName(recv *ast.FieldList) string {
	if recv == nil || len(recv.List) == 0 {
		return ""
	}
	return baseName(recv.List[0].Type)
}

// baseName is the name of a type without its package, pointers and parameters.
func baseName(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.SelectorExpr:
			return t.Sel.Name
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}
