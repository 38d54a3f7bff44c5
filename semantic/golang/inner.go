package golang

import "go/ast"

// typeParts are the fields or the methods of a type, or of what it points to or
// holds.
func (c *cutter) typeParts(x ast.Expr, depth int) *list {
	for depth <= maxDepth {
		switch t := x.(type) {
		case *ast.ParenExpr:
			x = t.X
		case *ast.StarExpr:
			x = t.X
		case *ast.ArrayType:
			x = t.Elt
		case *ast.MapType:
			x = t.Value
		case *ast.StructType:
			return c.fields(t.Fields, "field", depth)
		case *ast.InterfaceType:
			l := c.fields(t.Methods, "method", depth)
			l.set = true
			return l
		default:
			return nil
		}
	}
	return nil
}

func (c *cutter) fields(f *ast.FieldList, kind string, depth int) *list {
	l := &list{open: c.offset(f.Opening) + 1, closing: c.offset(f.Closing)}
	for _, field := range f.List {
		name := baseName(field.Type)
		if len(field.Names) > 0 {
			name = identNames(field.Names)
		}
		p := c.part(kind, name, field)
		if kind == "method" && len(field.Names) == 0 {
			p.kind = "embedded"
		}
		p.inner = c.typeParts(field.Type, depth+1)
		l.parts = append(l.parts, p)
	}
	return l
}

// valueParts are the entries of a composite literal.
func (c *cutter) valueParts(x ast.Expr, depth int) *list {
	if depth > maxDepth {
		return nil
	}
	if u, ok := x.(*ast.UnaryExpr); ok {
		x = u.X
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	l := &list{open: c.offset(lit.Lbrace) + 1, closing: c.offset(lit.Rbrace)}
	_, l.set = lit.Type.(*ast.MapType)
	for _, e := range lit.Elts {
		p := c.part("entry", "", e)
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			p.name = c.keyName(kv.Key)
			e = kv.Value
		}
		p.inner = c.valueParts(e, depth+1)
		l.parts = append(l.parts, p)
	}
	return l
}

// keyName is the text of a key that is one literal or a name, maybe of a package.
func (c *cutter) keyName(x ast.Expr) string {
	switch k := x.(type) {
	case *ast.SelectorExpr:
		if _, ok := k.X.(*ast.Ident); !ok {
			return ""
		}
	case *ast.BasicLit, *ast.Ident:
	default:
		return ""
	}
	return string(c.content[c.offset(x.Pos()):c.offset(x.End())])
}
