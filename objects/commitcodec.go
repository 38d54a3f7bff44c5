package objects

// decodeFast implements fastBody.
func (c *Commit) decodeFast(data []byte) bool {
	r := newFastReader(data)
	var d Commit
	if !r.fields(func(key string) (bool, bool) { return d.field(&r, key) }, 4) || r.pos != len(data) || d.check() != nil {
		return false
	}
	*c = d
	return true
}

func (c *Commit) field(r *fastReader, key string) (required, ok bool) {
	switch key {
	case "author":
		return true, c.Author.decodeFast(r)
	case "committer":
		return true, c.Committer.decodeFast(r)
	case "message":
		return true, r.bytes(&c.Message)
	case "snapshot":
		return true, r.id(&c.Snapshot)
	case "parents":
		return false, r.ids(&c.Parents)
	case "encoding":
		return false, r.filled(&c.Encoding)
	case "extra":
		return false, r.headers(&c.Extra)
	case "base":
		return false, r.id(&c.Base)
	case "patch":
		return false, r.id(&c.Patch)
	case "why":
		return false, r.filled(&c.Why)
	case "session":
		return false, r.filled(&c.Session)
	}
	// The rest is rare: it goes the general way.
	return false, false
}

func (p *Person) decodeFast(r *fastReader) bool {
	return r.fields(func(key string) (required, ok bool) {
		switch key {
		case "name":
			return true, r.bytes(&p.Name)
		case "zone":
			return true, r.bytes(&p.Zone)
		case "agent":
			return false, r.filled(&p.Agent)
		case "email":
			return true, r.bytes(&p.Email)
		case "seconds":
			return true, r.int(&p.Seconds)
		}
		return false, false
	}, 4)
}

func (r *fastReader) ids(to *[]ID) bool {
	n, ok := r.list(2 + IDSize)
	if !ok {
		return false
	}
	*to = make([]ID, n)
	for i := range *to {
		if !r.id(&(*to)[i]) {
			return false
		}
	}
	return true
}

func (r *fastReader) headers(to *[]Header) bool {
	n, ok := r.list(len("\xa2\x64name\x40\x65value\x40"))
	if !ok {
		return false
	}
	*to = make([]Header, n)
	for i := range *to {
		h := &(*to)[i]
		if !r.skip("\xa2\x64name") || !r.bytes(&h.Name) || !r.skip("\x65value") || !r.bytes(&h.Value) {
			return false
		}
	}
	return true
}

// decodeFast implements fastBody.
func (s *Snapshot) decodeFast(data []byte) bool {
	r := newFastReader(data)
	var d Snapshot
	ok := r.fields(func(key string) (required, ok bool) {
		switch key {
		case "root":
			return true, r.id(&d.Root)
		case "files":
			return true, r.uint(&d.Files)
		case "bytes":
			return true, r.uint(&d.Bytes)
		}
		return false, false
	}, 3)
	if !ok || r.pos != len(data) || d.check() != nil {
		return false
	}
	*s = d
	return true
}

// decodeFast implements fastBody.
func (t *Tag) decodeFast(data []byte) bool {
	r := newFastReader(data)
	var d Tag
	ok := r.fields(func(key string) (required, ok bool) {
		switch key {
		case "target":
			return true, r.id(&d.Target)
		case "kind":
			name := ""
			ok := r.filled(&name)
			d.TargetKind, _ = ParseKind(name)
			return true, ok
		case "name":
			return true, r.bytes(&d.Name)
		case "message":
			return true, r.bytes(&d.Message)
		case "tagger":
			d.Tagger = new(Person)
			return false, d.Tagger.decodeFast(&r)
		case "encoding":
			return false, r.filled(&d.Encoding)
		case "extra":
			return false, r.headers(&d.Extra)
		}
		return false, false
	}, 4)
	if !ok || r.pos != len(data) || d.check() != nil {
		return false
	}
	*t = d
	return true
}
