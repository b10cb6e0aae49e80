package foreign

import (
	_ "embed"
	"iter"
	"maps"
	"math/bits"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// An api is a block of apis.txt: what the error documents of one API have in common, where they
// have what, and what its codes mean.
type api struct {
	name   string
	score  int
	signs  [][]string          // all of one of the lists
	places map[string][]string // docs, code, message, field, delay, request, scope
	codes  map[string]meaning
}

// A meaning is what a code means.
type meaning struct {
	kind  errkit.Kind
	retry errkit.Retry // 0: that of the kind
}

// anyCode is the code of a row for all documents that have no other one.
const anyCode = "*"

//go:embed apis.txt
var apiText string

// apis are the blocks of apis.txt.
func apis() []api { return apiTable().list }

// An apiSet is a set of blocks, by their numbers.
type apiSet [5]uint64

// addAll adds the blocks of another set.
func (set *apiSet) addAll(other apiSet) {
	for i := range set {
		set[i] |= other[i]
	}
}

// An apiIndex has, for a member of a document or a header, the blocks that a document with it may
// be of: each list of signs is under one sign, that which the fewest lists have.
type apiIndex struct {
	list     []api
	byMember map[string]apiSet // the first token of a JSON pointer; "*" of any
	byHeader map[string]apiSet
}

var theAPITable lazy.Value[*apiIndex]

func apiTable() *apiIndex { return theAPITable.Get(newAPITable) }

func newAPITable() *apiIndex {
	list, _ := parseAPIs(apiText)
	x := &apiIndex{list: list, byMember: map[string]apiSet{}, byHeader: map[string]apiSet{}}
	seen := map[string]int{}
	for i := range list {
		for _, signs := range list[i].signs {
			for _, sign := range signs {
				seen[signKey(sign)]++
			}
		}
	}
	for i := range list {
		for _, signs := range list[i].signs {
			key := ""
			for _, sign := range signs {
				if k := signKey(sign); k != "" && (key == "" || seen[k] < seen[key]) {
					key = k
				}
			}
			if name, isMember := strings.CutPrefix(key, "/"); isMember {
				x.byMember[name] = x.byMember[name].with(i)
			} else if key != "" { // else the error object of JSON-RPC
				x.byHeader[key] = x.byHeader[key].with(i)
			}
		}
	}
	return x
}

// with returns the set with a block.
func (set apiSet) with(i int) apiSet {
	set[i/64] |= 1 << (i % 64)
	return set
}

// candidates returns the blocks that a document may be of.
func (x *apiIndex) candidates(d *dialect.Document, v jsontree.Value) (set apiSet) {
	if v.Kind() == jsontree.Array {
		set = x.byMember["0"]
	}
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		set.addAll(x.byMember[m.Name()])
	}
	set.addAll(x.byMember["*"])
	for name := range d.Header {
		set.addAll(x.byHeader[name])
	}
	return set
}

const (
	oauthName  = "OAuth 2.0"
	arcadeName = "Arcade"
)

// A Meaning is what a string code means in an API.
type Meaning struct {
	API  string // its name, for people
	Docs string // the URL of its documentation
	Kind errkit.Kind
}

// Meanings returns what a string code means in the known APIs, and in others if they share it.
func Meanings(code string) (list []Meaning) {
	for _, a := range apis() {
		if m, ok := a.codes[code]; ok && code != anyCode {
			list = append(list, Meaning{a.name, strings.Join(a.places["docs"], " "), m.kind})
		}
	}
	if k, _, ok := lookupCode(code); ok {
		list = append(list, Meaning{"other HTTP APIs", "", k})
	}
	return list
}

// Codes returns the string codes of the known APIs, sorted.
func Codes() (codes []string) {
	for _, a := range apis() {
		codes = slices.AppendSeq(codes, maps.Keys(a.codes))
	}
	slices.Sort(codes)
	return slices.DeleteFunc(slices.Compact(codes), func(code string) bool { return code == anyCode })
}

// meaningIn returns what a code of the API with a name means.
func meaningIn(name, code string) (m meaning, ok bool) {
	i := slices.IndexFunc(apis(), func(a api) bool { return a.name == name })
	if i < 0 || code == anyCode {
		return m, false
	}
	m, ok = apis()[i].codes[code]
	return m, ok
}

// parseAPIs parses a table of APIs, and returns its lines with a fault, which do not count.
func parseAPIs(table string) (list []api, faults []string) {
	for line := range strings.Lines(table) {
		key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		words := strings.Fields(rest)
		switch {
		case key == "" || key == "#":
		case key == "=" && len(words) > 1:
			score, _ := strconv.Atoi(words[0])
			name := strings.Join(words[1:], " ")
			list = append(list, api{name: name, score: score, places: map[string][]string{}, codes: map[string]meaning{}})
		case len(list) == 0 || !list[len(list)-1].add(key, words):
			faults = append(faults, line)
		}
	}
	return list, faults
}

// add adds a line of a block, and reports whether it has no fault.
func (a *api) add(key string, words []string) bool {
	switch key {
	case "signs":
		a.signs = append(a.signs, words)
		return len(words) > 0
	case "docs", "code", "message", "field", "delay", "request", "scope", "status":
		a.places[key] = append(a.places[key], words...)
		return len(words) > 0
	}
	name, advice, hasRetry := strings.Cut(key, "/")
	var m meaning
	kind, ok := errkit.LookupKind(name)
	if m.kind = kind; !ok || hasRetry && m.retry.UnmarshalText([]byte(advice)) != nil {
		return false
	}
	for _, code := range words {
		_, twice := a.codes[code]
		a.codes[code] = m
		ok = ok && !twice
	}
	return ok
}

// meaning returns what a code of the API means. A namespace before "#" or ":" is not a part of it,
// nor is a URL behind it: "soap:Client", "com.example#NotFoundException:https://example.com".
func (a *api) meaning(code string) (m meaning, ok bool) {
	if len(code) > maxCode || a.codes == nil {
		return m, false
	}
	code = strings.ReplaceAll(code[strings.LastIndexByte(code, '#')+1:], " ", "_")
	before, _, _ := strings.Cut(code, ":")
	after := code[strings.LastIndexByte(code, ':')+1:]
	class, _, _ := strings.Cut(after, ".")
	for _, part := range [...]string{code, before, after, class} {
		if m, ok = a.codes[part]; ok && part != anyCode {
			return m, true
		}
	}
	return m, false
}

// knownAPI returns the API of a document, nil if it is of none. Neither JSON-RPC nor a problem
// details object of this module is one: its details may look like that of another API.
func knownAPI(d *dialect.Document, v jsontree.Value, failed bool) *api {
	if v.Kind() != jsontree.Object && v.Kind() != jsontree.Array || !v.Member("jsonrpc").IsNull() ||
		v.Member("type").Kind() == jsontree.String && v.Member("title").Kind() == jsontree.String &&
			v.Member("status").Kind() == jsontree.Number {
		return nil
	}
	x := apiTable()
	for word, set := range x.candidates(d, v) {
		for ; set != 0; set &= set - 1 {
			if a := &x.list[64*word+bits.TrailingZeros64(set)]; a.matches(d, v, failed) {
				return a
			}
		}
	}
	return nil
}

// values returns the values that a document has at the places of a part, and the members they are
// in.
func (a *api) values(part string, h http.Header, root jsontree.Value) iter.Seq2[string, jsontree.Value] {
	return func(yield func(string, jsontree.Value) bool) {
		for _, place := range a.places[part] {
			place, named := strings.CutSuffix(place, "#")
			in := at(root, place)
			value := in.Scalar()
			switch {
			case named:
				in = in.FirstMember()
				value = in.Name()
			case place[0] != '/':
				value = h.Get(place)
			}
			if value != "" && !yield(value, in) {
				return
			}
		}
	}
}

// first returns the first of the values of a part.
func (a *api) first(part string, h http.Header, root jsontree.Value) (value string, in jsontree.Value) {
	for value, in = range a.values(part, h, root) {
		return value, in
	}
	return "", jsontree.Value{}
}

// ByOwnCode sets the kind of a code that a known API defines, and reports whether there is one.
func ByOwnCode(r *wire.Reader, root jsontree.Value) bool {
	a := knownAPI(&r.Document, root, header.IsError(r.Document.Status))
	return a != nil && a.byOwnCode(r, root)
}

// byOwnCode sets the kind of the first code that the API defines, else of one that many APIs
// share, and reports whether there is one.
func (a *api) byOwnCode(r *wire.Reader, root jsontree.Value) bool {
	status, open := r.Document.Status, a.places["status"] != nil
	if open {
		r.Document.Status = 0
		defer func() { r.Document.Status = status }()
	}
	for code, in := range a.values("code", r.Document.Header, root) {
		m, ok := a.meaning(code)
		isShared := open && (!ok || strings.IndexByte(code, '.') > 0) && // not only its class: "s:Client.validationError"
			ByAPICode(r, code[strings.LastIndexByte(code, ':')+1:], a.name+":") && !isGeneralKind(r.Error.Kind)
		switch {
		case (!ok || m.kind == errkit.InvalidRequest && !agreesWithStatus(r, m.kind)) && !isShared: // the status says more
			continue
		case !isShared:
			r.Kind(m.kind, a.name+": "+wire.Clip(code))
			if r.Peer.Code = code; m.retry != errkit.RetryUnspecified {
				r.Peer.Retry = m.retry
			}
		}
		keepCode(r, code)
		r.Used(in)
		return true
	}
	code, in := a.first("code", r.Document.Header, root)
	if ByAPICode(r, code, a.name+":") && !r.Guess.StatusOnly && !isGeneralKind(r.Error.Kind) {
		keepCode(r, code)
		r.Used(in)
		return true
	}
	m, ok := a.codes[anyCode]
	if ok = ok && !header.IsError(r.Document.Status); ok {
		r.Kind(m.kind, a.name)
		if r.Peer.Retry = m.retry; keepCode(r, code) {
			r.Used(in)
		}
	}
	return ok
}

// readPlaces reads the message, the id of the request and the scopes that it needs.
func (a *api) readPlaces(r *wire.Reader, root jsontree.Value) {
	h := r.Document.Header
	if text, in := a.first("message", h, root); text != "" && r.Error.Message == "" {
		r.Used(in)
		r.Message(text)
	}
	if id, in := a.first("request", h, root); id != "" && r.Error.Ref == "" {
		r.Error.Ref = id
		r.Used(in)
	}
	names, in := a.first("scope", h, root)
	scopes(r, strings.Fields(strings.ReplaceAll(names, ",", " ")))
	r.Used(in)
}

// readRest reads the delay, whose place counts before a usual name, which may be of another unit,
// and the only invalid member, if there is no list of them.
func (a *api) readRest(r *wire.Reader, root jsontree.Value) {
	for _, place := range a.places["delay"] {
		at, unit, _ := strings.Cut(place, ":")
		in, read := root.At(at[:strings.LastIndexByte(at, '/')]), r.Seconds
		if unit == "ms" {
			read = r.Milliseconds
		}
		if d, ok := read(in, path.Base(at)); ok {
			r.Error.RetryAfter = d
		}
	}
	if r.Error.Kind != errkit.InvalidInput || len(r.Error.Fields) > 0 {
		return
	}
	if name, in := a.first("field", r.Document.Header, root); name != "" && name != "None" { // of LiteLLM
		r.Used(in)
		r.Field(errkit.Field{Path: pointer.FromPath(name), Message: r.Error.Message})
	}
}

// keepCode keeps the service's own code, unless there is one or it is a sentence, and reports
// whether it does. A namespace before "#" or ":" and a URL behind ":" are not a part of it.
func keepCode(r *wire.Reader, code string) bool {
	if strings.ContainsAny(code, " \"") { // a sentence, of which a part is none
		return false
	}
	if strings.HasPrefix(code, "https://") {
		code = path.Base(code)
	}
	code, _, _ = strings.Cut(code, ":http")
	code = code[strings.LastIndexAny(code, "#:")+1:]
	kept := r.Error.Code == "" && isKept(code)
	if kept {
		r.Error.Code = errkit.Code(code)
	}
	return kept
}

// isKept reports whether a text is a code rather than a sentence or an HTTP status.
func isKept(code string) bool {
	return code != "" && len(code) <= maxCode && !strings.Contains(code, " ") && !strings.HasSuffix(code, ".") &&
		!isStatusText(code) && !slices.Contains(tables().Nocodes, code)
}

// ByRPC sets the kind of a code of JSON-RPC that the protocol does not define, if another one
// does, and reports whether it does.
func ByRPC(r *wire.Reader, fault jsontree.Value) bool {
	for i := range apis() {
		a := &apis()[i]
		if isRPC := len(a.signs) > 0 && a.signs[0][0] == "rpc"; isRPC && a.matches(&r.Document, fault, true) {
			for more := range a.values("message", nil, fault) {
				addText(r, more, true)
			}
			return a.byOwnCode(r, fault)
		}
	}
	return false
}
