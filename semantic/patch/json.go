package patch

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// The encodings of a string in JSON that is not text.
const encodingBase64 = "base64"

// suffix makes the key that names the encoding of another key.
const suffix = "-encoding"

// JSON is the patch in JSON: the keys are those of the term without the colon.
// Terms stand as their source. What is not text is base64, and the key with
// "-encoding" behind it says so.
func (p *Patch) JSON() ([]byte, error) {
	provenance, err := p.Provenance.Compact()
	if err != nil {
		return nil, err
	}
	ops := make([]map[string]any, len(p.Ops))
	for i, op := range p.Ops {
		if ops[i], err = op.json(); err != nil {
			return nil, err
		}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(struct {
		Version    int              `json:"version"`
		Intent     string           `json:"intent"`
		Provenance string           `json:"provenance"`
		Ops        []map[string]any `json:"ops"`
	}{Version, p.Intent, provenance, ops})
	return buf.Bytes(), err
}

func (o Op) json() (map[string]any, error) {
	t, err := o.spelled()
	if err != nil {
		return nil, err
	}
	out := map[string]any{"op": o.Name}
	op, _ := operationOf(o.Name)
	for _, f := range op.fields {
		v := valueOf(t, f.key)
		if v.Tag() == coreform.Nil {
			continue
		}
		if err := f.intoJSON(out, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (f field) intoJSON(out map[string]any, v coreform.Term) error {
	switch f.sort {
	case sortBool:
		out[f.key] = v.Value() == "true"
	case sortTerm, sortSteps, sortMap:
		text, err := v.Compact()
		out[f.key] = text
		return err
	case sortSet, sortNames:
		list := make([]string, len(v.Items()))
		for i, item := range v.Items() {
			list[i] = item.Value()
			if f.sort == sortSet {
				var err error
				if list[i], err = item.Compact(); err != nil {
					return err
				}
			}
		}
		out[f.key] = list
	case sortHunks:
		list := make([]map[string]any, len(v.Items()))
		for i, h := range v.Items() {
			n, _ := strconv.Atoi(valueOf(h, "line").Value())
			list[i] = map[string]any{"line": n}
			for _, key := range hunkFields[1:] {
				bytesInto(list[i], key, valueOf(h, key))
			}
		}
		out[f.key] = list
	default:
		bytesInto(out, f.key, v)
	}
	return nil
}

func bytesInto(out map[string]any, key string, v coreform.Term) {
	if v.Tag() == coreform.Bytes {
		out[key], out[key+suffix] = base64.StdEncoding.EncodeToString([]byte(v.Value())), encodingBase64
		return
	}
	out[key] = v.Value()
}

func fromJSON(content []byte) (*Patch, error) {
	var in struct {
		Version    *int                         `json:"version"`
		Intent     *string                      `json:"intent"`
		Provenance *string                      `json:"provenance"`
		Ops        []map[string]json.RawMessage `json:"ops"`
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, wrong(-1, "", err.Error())
	}
	if d.More() {
		return nil, wrong(-1, "", "something follows the patch")
	}
	if in.Version == nil || *in.Version != Version {
		return nil, wrong(-1, "version", "only version 1 is known")
	}
	if in.Intent == nil || in.Provenance == nil || in.Ops == nil {
		return nil, wrong(-1, "", "it has version, intent, provenance and ops, all of them")
	}
	p := &Patch{Intent: *in.Intent}
	var err error
	if p.Provenance, err = coreform.ReadTerm([]byte(*in.Provenance)); err != nil || p.Provenance.Tag() != coreform.Map {
		return nil, wrong(-1, "provenance", "is the source of a map")
	}
	for i, raw := range in.Ops {
		op, err := opFromJSON(i, raw)
		if err != nil {
			return nil, err
		}
		p.Ops = append(p.Ops, op)
	}
	return p, nil
}

func opFromJSON(n int, raw map[string]json.RawMessage) (Op, error) {
	var name string
	if json.Unmarshal(raw["op"], &name) != nil {
		return Op{}, wrong(n, "op", "is the name of an operation")
	}
	op, ok := operationOf(name)
	if !ok {
		return Op{}, wrong(n, "op", "there is no operation "+name)
	}
	values := map[string]coreform.Term{}
	for key := range raw {
		if key == "op" {
			continue
		}
		f, ok := op.field(strings.TrimSuffix(key, suffix))
		if _, twin := raw[f.key]; !ok || !twin {
			return Op{}, wrong(n, key, op.name+" has no such key")
		}
		v, err := f.fromJSON(raw)
		if err != nil {
			return Op{}, wrong(n, f.key, err.Error())
		}
		values[f.key] = v
	}
	return op.read(n, func(f field) coreform.Term { return values[f.key] })
}

func (f field) fromJSON(raw map[string]json.RawMessage) (coreform.Term, error) {
	encoded := raw[f.key+suffix] != nil
	if encoded && f.sort != sortPath && f.sort != sortContent {
		return coreform.Term{}, fmt.Errorf("is always text")
	}
	switch f.sort {
	case sortBool:
		var b bool
		err := json.Unmarshal(raw[f.key], &b)
		return coreform.BoolOf(b), err
	case sortTerm, sortSteps, sortMap:
		var s string
		if err := json.Unmarshal(raw[f.key], &s); err != nil {
			return coreform.Term{}, err
		}
		return coreform.ReadTerm([]byte(s))
	case sortSet, sortNames:
		return listFromJSON(raw[f.key], f.sort == sortSet)
	case sortHunks:
		return hunksFromJSON(raw[f.key])
	default:
		return bytesFromJSON(raw, f.key)
	}
}

func listFromJSON(raw json.RawMessage, terms bool) (coreform.Term, error) {
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return coreform.Term{}, err
	}
	items := make([]coreform.Term, len(list))
	for i, s := range list {
		var err error
		if terms {
			items[i], err = coreform.ReadTerm([]byte(s))
		} else {
			items[i], err = coreform.StrOf(s)
		}
		if err != nil {
			return coreform.Term{}, err
		}
	}
	return coreform.VectorOf(items...)
}

func hunksFromJSON(raw json.RawMessage) (coreform.Term, error) {
	var list []map[string]json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return coreform.Term{}, err
	}
	hunks := make([]coreform.Term, len(list))
	for i, in := range list {
		var items []any
		for key := range in {
			name := strings.TrimSuffix(key, suffix)
			if _, twin := in[name]; !twin || name == "line" && name != key {
				return coreform.Term{}, fmt.Errorf("a hunk has no key %s", key)
			}
			if name != key {
				continue
			}
			v, err := hunkValue(in, key)
			if err != nil {
				return coreform.Term{}, err
			}
			items = append(items, key, v)
		}
		var err error
		if hunks[i], err = mapOf(items...); err != nil {
			return coreform.Term{}, err
		}
	}
	return coreform.VectorOf(hunks...)
}

func hunkValue(in map[string]json.RawMessage, key string) (coreform.Term, error) {
	if key != "line" {
		return bytesFromJSON(in, key)
	}
	var n int64
	err := json.Unmarshal(in[key], &n)
	return coreform.IntOf(n), err
}

// bytesFromJSON reads text, or what its encoding says.
func bytesFromJSON(raw map[string]json.RawMessage, key string) (coreform.Term, error) {
	var s, encoding string
	if err := json.Unmarshal(raw[key], &s); err != nil {
		return coreform.Term{}, err
	}
	e := raw[key+suffix]
	if e == nil {
		return coreform.StrOf(s)
	}
	if json.Unmarshal(e, &encoding) != nil || encoding != encodingBase64 {
		return coreform.Term{}, fmt.Errorf("the only encoding is base64")
	}
	data, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return coreform.Term{}, err
	}
	return contentTerm(string(data))
}
