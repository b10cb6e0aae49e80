package analyzer

import "regexp"

// carriers are functions whose result contains the text of their arguments from arg on.
var carriers = []struct {
	symbols
	arg int
}{
	{symbols{"fmt", "Sprint Sprintf Sprintln Errorf"}, 0},
	{symbols{"fmt", "Append Appendf"}, 1},
	{symbols{"errors", "New Join Unwrap"}, 0},
	{symbols{"strings", ""}, 0},
	{symbols{"bytes", ""}, 0},
	{symbols{"html", "EscapeString"}, 0},
	{symbols{"html/template", "HTMLEscapeString"}, 0},
	{symbols{"strconv", "Quote"}, 0},
	{symbols{"golang.org/x/xerrors", "New Errorf"}, 0},
	{symbols{"github.com/pkg/errors", "New Errorf Wrap Wrapf WithMessage WithMessagef WithStack Cause"}, 0},
	{symbols{"github.com/cockroachdb/errors", ""}, 0},
	{symbols{"github.com/samber/oops", ""}, 0},
}

// encoders are functions whose first result contains the text of their first argument, in which
// an error has no text.
var encoders = symbols{"encoding/json", "Marshal MarshalIndent"}

// public are packages whose errors have public text: sinks make them, or their text is a
// constant. An argument of a sink that contains text of a foreign error is a finding of its own.
var public = []string{"context", connectPath, fiberPath, echoPath, jsonrpcPath, errkitPath, twirpPath, statusPath}

// opaque are functions that return errors of functions which they were given, or only constants,
// or errors after which the client gets nothing.
var opaque = []symbols{
	{"golang.org/x/sync/errgroup", "Group.Wait"},
	{"context", "Cause"},
	{"net/http", "CrossOriginProtection.Check"}, // its texts are constants
	{"net/http", "ResponseWriter.Write"},
}

// inputs are functions that fail because of what a client sent.
var inputs = []symbols{
	{"net/http", "Request.ParseForm Request.ParseMultipartForm"},
	{ginPath, "Context.Bind Context.BindJSON Context.BindQuery Context.BindUri"},
	{ginPath, "Context.ShouldBind Context.ShouldBindJSON Context.ShouldBindQuery Context.ShouldBindUri"},
	{echoPath, "Context.Bind"},
	{fiberPath, "Ctx.BodyParser Ctx.QueryParser"},
	{renderPath, "Bind DecodeJSON"},
}

// validation matches texts about an input that is not valid.
var validation = regexp.MustCompile(`(?i)\b(is|are) required\b` +
	`|\bmissing (required|parameter|argument|field)|\brequired (parameter|argument|field)` +
	`|\bmust (not )?(be|have|contain|match|provide|specify)\b` +
	`|\b(cannot|can't|can not) be (empty|blank|negative|null|nil|zero)\b` +
	`|\binvalid (value|parameter|argument) |\bis not a valid\b`)
