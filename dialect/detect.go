package dialect

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/jsonr"
)

// Detect finds the dialect of a document, and says what it saw. It takes the
// dialect with the best evidence, and of equal ones the first of
// [Codec.Dialects]. It fails when no dialect accepts the document.
func (c *Codec) Detect(d Document) (Dialect, []string, error) {
	var room jsonr.Room
	root, err := jsonr.ParseIn(&room, d.Body, jsonr.Limits{})
	if err != nil {
		return nil, nil, notDocument("dialect", err)
	}
	found, why, err := c.detect(d, root)
	if err != nil {
		return nil, nil, err
	}
	evidence := []string{found[0].Name() + ": " + why}
	if len(found) > 1 {
		ties := ""
		for _, tie := range found[1:] {
			ties += ", " + tie.Name()
		}
		evidence = append(evidence, fmt.Sprintf("a tie with %s: %s comes first", ties[2:], found[0].Name()))
	}
	return found[0], evidence, nil
}

// detect finds the dialects with the best evidence, and the evidence of the
// first one. It asks no dialect whether it reads the document that has less.
func (c *Codec) detect(d Document, root jsonr.Value) (found []Dialect, why string, err error) {
	candidates := c.dialects()
	var room [16]sight
	sights := room[:0]
	for _, candidate := range candidates {
		sights = append(sights, see(candidate, d, root))
	}
	var nearest error // why the dialect that it looks most like does not read it
	for found == nil {
		best := 0
		for i := range sights {
			best = max(best, sights[i].score)
		}
		switch {
		case best == 0 && nearest == nil:
			return nil, "", fmt.Errorf("dialect: %w: no dialect accepts it", ErrNotDocument)
		case best == 0:
			return nil, "", fmt.Errorf("dialect: %w: no dialect accepts it, the nearest one is %w", ErrNotDocument, nearest)
		}
		for i, candidate := range candidates {
			s := &sights[i]
			if s.score < best {
				continue
			}
			s.score = 0
			if err := c.accepts(candidate, d, root); err != nil {
				if nearest == nil && s.why != itDecodes {
					nearest = fmt.Errorf("%s (%s): %w", candidate.Name(), s.why, err)
				}
				continue
			}
			if found == nil {
				why = s.why
			}
			found = append(found, candidate)
		}
	}
	return found, why, nil
}

// accepts returns why a dialect does not read a document, nil where it does.
func (c *Codec) accepts(candidate Dialect, d Document, root jsonr.Value) error {
	f, base, ours := formOf(candidate)
	if !ours {
		quick := *c
		quick.structural = true
		d.Dialect = candidate
		_, err := candidate.Decode(&quick, d)
		return err
	}
	var r reader
	r.c, r.doc, r.structural = c, d, true
	_, err := r.read(root, f, base)
	if err == nil {
		err = r.complain
	}
	return err
}
