package dialect

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect returns the dialect of a document and the evidence for it: of the dialects in
// [Codec.Dialects] that decode the document, the one with the highest score, and of equal ones
// the first. A [Detector] needs a score of 50, two signs that are independent, or the HTTP status
// of an error: a member such as title or message occurs in documents of every sort. A document with
// such a status is of a dialect that finds an error in it, if one does. If no dialect decodes the
// document, the error wraps [ErrNotDocument].
func (c *Codec) Detect(d Document) (found Dialect, evidence []string, err error) {
	quick := *c
	quick.NoGuess = true
	_, ranking, err := quick.decodeDetected(d)
	if err != nil {
		return nil, nil, err
	}
	best := ranking[0]
	evidence = []string{"detected as " + best.dialect.Name() + " by " + best.why}
	if best.score < twoSigns {
		evidence[0] = "low confidence: " + evidence[0]
	}
	var ties []string
	for _, other := range ranking[1:] {
		d.Dialect = other.dialect
		if other.score < best.score || best.score == 0 {
			break
		}
		if _, err := quick.decode(d); err == nil {
			ties = append(ties, other.dialect.Name())
		}
	}
	if ties != nil {
		evidence = append(evidence, fmt.Sprintf("a tie with %s: %s comes first", strings.Join(ties, ", "),
			best.dialect.Name()))
	}
	return best.dialect, evidence, nil
}

// A candidate is a dialect that a document may be in.
type candidate struct {
	dialect Dialect
	score   int
	why     string
}

// twoSigns is the score from which a document is of a dialect without the HTTP status of an error.
const twoSigns = 50

// noSign is the evidence for a dialect that only happens to decode a document.
const noSign = "no distinguishing member, but it decodes"

var buffers = sync.Pool{New: func() any { return new(jsontree.Buffer) }}

// decodeDetected decodes a document in the dialect with the highest score that accepts it. It
// also returns that dialect and the candidates after it, by score.
func (c *Codec) decodeDetected(d Document) (*errkit.Error, []candidate, error) {
	if len(c.Dialects) == 0 {
		return nil, nil, ErrNoDialects
	}
	buffer := buffers.Get().(*jsontree.Buffer)
	defer func() {
		buffer.Reset()
		buffers.Put(buffer)
	}()
	d.unquote()
	var notJSON error
	if d.root, notJSON = buffer.Parse(d.Body, d.Limits()); notJSON == nil {
		d.parsed = d.Body
	}
	failed := d.isFailed()
	ranking := c.rank(d)
	var nearest error // why the best candidate does not accept the document
	for d.detecting = true; ; d.detecting = false {
		for i := range ranking {
			r := &ranking[i]
			if _, detects := r.dialect.(Detector); (detects || notJSON != nil) && r.score < twoSigns && !failed {
				continue
			}
			d.Dialect = r.dialect
			e, err := c.decode(d)
			if err == nil && (e != nil || !failed || !d.detecting) {
				return e, ranking[i:], nil
			}
			if err != nil && nearest == nil && r.score > 0 {
				nearest = fmt.Errorf("%s (%s): %w", r.dialect.Name(), r.why, reason(err))
			}
		}
		if !failed || !d.detecting {
			break
		}
	}
	if notJSON != nil {
		return nil, nil, NotDocument("dialect", notJSON)
	}
	if nearest == nil {
		return nil, nil, fmt.Errorf("dialect: %w: no dialect accepts it: "+
			"it has no member that identifies one, and no HTTP status of an error", ErrNotDocument)
	}
	return nil, nil, fmt.Errorf("dialect: %w: no dialect accepts it, the nearest one is %w", ErrNotDocument, nearest)
}

// rank returns the dialects by descending score. One that is not a Detector comes last, with
// score 0.
func (c *Codec) rank(d Document) []candidate {
	ranking := make([]candidate, 0, len(c.Dialects))
	for _, candidateDialect := range c.Dialects {
		r := candidate{dialect: candidateDialect}
		if detector, ok := candidateDialect.(Detector); ok {
			r.score, r.why = detector.Detect(d, d.root)
		}
		if r.score <= 0 {
			r.score, r.why = 0, noSign
		}
		ranking = append(ranking, r)
	}
	slices.SortStableFunc(ranking, func(a, b candidate) int { return b.score - a.score })
	return ranking
}
