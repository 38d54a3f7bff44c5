package storecmd

import (
	"bytes"
	"context"

	"github.com/genesis-vcs/genesis/porcelain/fields"
)

// pendingPut is a put that waits for the next publication.
type pendingPut struct {
	req  request
	data *putResult
}

// put stages a file or content. A put that fails leaves the others alone; what
// it staged before it failed is unreferenced.
func (s *batchSession) put(ctx context.Context, req request) error {
	if s.stage == nil {
		stage, err := fields.Stage(ctx, s.env, s.store)
		if err != nil {
			return s.refuse(ctx, req, err)
		}
		s.stage = stage
	}
	o, err := s.stagePut(ctx, req)
	if err != nil {
		return s.refuse(ctx, req, err)
	}
	if req.Path == nil {
		o.Path = fields.Path{Text: "-"}
	}
	data := &putResult{Hash: o.Hash, Bytes: o.Size}
	if _, err := data.Objects.Add(ctx, o); err != nil {
		return err
	}
	if o.New {
		data.NewObjects = 1
	}
	s.pending = append(s.pending, pendingPut{req: req, data: data})
	if len(s.pending) >= maxPending {
		return s.settle(ctx)
	}
	return nil
}

func (s *batchSession) stagePut(ctx context.Context, req request) (putObject, error) {
	w := &putter{env: s.env, store: s.store, stage: s.stage}
	if req.Path != nil {
		if *req.Path == "-" {
			return putObject{}, badRequest("standard input is the stream of requests")
		}
		return w.put(ctx, *req.Path)
	}
	data, err := req.content()
	if err != nil {
		return putObject{}, err
	}
	return w.stream(ctx, "", bytes.NewReader(data))
}

// settle publishes and answers the puts that wait. A publication that fails is
// the answer of each of them.
func (s *batchSession) settle(ctx context.Context) error {
	if s.stage == nil {
		return nil
	}
	stage, pending := s.stage, s.pending
	s.stage, s.pending = nil, nil
	defer stage.Abort()
	if len(pending) == 0 {
		return nil
	}
	done, failure := fields.Finish(ctx, s.env, s.db.Begin("store batch"), stage)
	if ctx.Err() != nil && failure != nil {
		return ctx.Err()
	}
	for _, p := range pending {
		if failure != nil {
			if err := s.writeAnswer(p.req, nil, failure); err != nil {
				return err
			}
			continue
		}
		p.data.Outcome = fields.OutcomeOf(done, s.env.DryRun)
		if err := s.reply(p.req, p.data); err != nil {
			return err
		}
	}
	return nil
}
