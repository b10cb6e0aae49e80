// Command languages serves a tool whose errors are in the language of the request, by one function
// for every protocol: that of the boundary. The texts are those of
// go-playground/universal-translator, with the names of kinds, codes and rules as keys.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"

	"github.com/go-playground/locales/de"
	"github.com/go-playground/locales/en"
	ut "github.com/go-playground/universal-translator"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/text/language"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

type RingInput struct {
	Bell  string `json:"bell"`
	Times int    `json:"times" default:"1" validate:"min=1,max=10"`
}

type RingOutput struct {
	Sound string `json:"sound"`
}

// NoSuchBell is the code of the error for an unknown bell.
const NoSuchBell errkit.Code = "no_such_bell"

var ring = tool.New("Doorbell.Ring", "Rings a doorbell.", func(_ context.Context, in RingInput) (RingOutput, error) {
	switch in.Bell {
	case "front":
		return RingOutput{"ding"}, nil
	case "broken":
		return RingOutput{}, errors.New("relay 7 is stuck")
	}
	return RingOutput{}, &errkit.Error{Kind: errkit.NotFound, Code: NoSuchBell, Message: "There is no bell with this id.", Hint: "ids: front"}
})

// german has the German texts: of kinds, of the application's codes, and of rules, whose parameter
// is {0}.
var german = map[string]string{
	"internal":       "Bei uns ist etwas schiefgegangen.",
	"invalid_input":  "Einige Eingaben sind nicht gültig.",
	"not_found":      "Nicht gefunden.",
	"no_such_bell":   "Es gibt keine Klingel mit dieser ID.",
	"required":       "fehlt",
	"minimum":        "muss mindestens {0} sein", // of the tool's JSON Schema
	"maximum":        "darf höchstens {0} sein",
	"min":            "muss mindestens {0} sein", // of go-playground/validator
	"max":            "darf höchstens {0} sein",
	"type":           "hat den falschen Typ",
	"malformed_json": "Die Eingabe ist kein JSON.",
}

// A localizer has the texts of all languages.
type localizer struct {
	texts   *ut.UniversalTranslator
	matcher language.Matcher
}

func newLocalizer() (*localizer, error) {
	texts := ut.New(en.New(), en.New(), de.New())
	translator, _ := texts.GetTranslator("de")
	for key, text := range german {
		if err := translator.Add(key, text, false); err != nil {
			return nil, err
		}
	}
	return &localizer{texts, language.NewMatcher([]language.Tag{language.English, language.German})}, nil
}

// localize is for [middleware.Boundary.Localize]. A text without a translation stays.
func (l *localizer) localize(ctx context.Context, e *errkit.Error) {
	tag, _ := language.MatchStrings(l.matcher, middleware.AcceptLanguage(ctx))
	base, _ := tag.Base()
	translator, _ := l.texts.GetTranslator(base.String())
	set := func(text *errkit.Text, key string, params ...string) {
		if t, err := translator.T(key, params...); err == nil {
			*text = errkit.Text(t) // public: of the table
		}
	}
	switch {
	case e.Code != "":
		set(&e.Message, string(e.Code))
	case e.Message == "", e.Message == e.Kind.Text():
		set(&e.Message, e.Kind.String())
	}
	for i := range e.Fields {
		set(&e.Fields[i].Message, e.Fields[i].Rule, e.Fields[i].Param)
	}
}

func handler() (http.Handler, error) {
	texts, err := newLocalizer()
	if err != nil {
		return nil, err
	}
	b := standard.Boundary()
	b.Localize = texts.localize

	onOXP := oxpserver.Server{Boundary: b}
	onAAI := jsonrpc.Server{Boundary: b}
	onMCP := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	onMCP.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
	mcptool.Add(onMCP, ring)
	if err := errors.Join(onOXP.Add(ring), onAAI.Add(ring)); err != nil {
		return nil, err
	}
	problems := api.API{API: nethttp.API{Boundary: b}}
	old := nethttp.API{Boundary: b, Dialect: oxp.Dialect{}, Rewrite: true}

	mux := http.NewServeMux()
	mux.Handle("/oxp/", http.StripPrefix("/oxp", onOXP.Handler()))
	mux.Handle("/aai", &onAAI)
	mux.Handle("POST /ring", problems.Tool(ring))
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return onMCP }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))
	mux.Handle("/old", old.Middleware(http.NotFoundHandler()))
	return mux, nil
}

func main() {
	h, err := handler()
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", h))
}
