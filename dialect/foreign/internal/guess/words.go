package guess

import (
	_ "embed"

	"github.com/toolerr/toolerr/internal/lazy"
)

// peers are servers behind a tool, which the caller has no influence on.
const peers = "server|service|api|upstream|peer|host|provider|backend|device|database|gateway|issuer|endpoint|site|website|remote|plugin|model|tool"

//go:embed masks.txt
var masksText string

// masks returns the patterns of masks.txt.
func masks() []string {
	return allMasks.Get(func() (all []string) {
		Groups(shared(masksText), func(_, patterns []string) { all = append(all, patterns...) })
		return all
	})
}

var allMasks lazy.Value[[]string]

// faults are clauses behind which no text makes the error one of the caller.
var faults = [...]string{
	"^ internal server? error $", "^ an internal server? error has? occurred? $",
	"^ INTERNAL_ERROR|INTERNAL_SERVER_ERROR|InternalServerError|InternalError $",
}

// variables are the last words of names of environment variables. Other names in capital letters,
// such as ORDER_ID and STATUS_CODE, are as often constants, columns or arguments.
var variables = [...]string{
	"URL", "URI", "KEY", "TOKEN", "SECRET", "PASSWORD", "HOST", "PORT", "PATH", "DIR", "ENV", "CREDENTIALS",
	"ENDPOINT", "REGION", "PROJECT",
}

// hedges are words after which a sentence reports no fact.
var hedges = newElement("if|unless|whether|may|might|maybe|perhaps|possibly|probably|" +
	"either|avoid|avoids|prevent|prevents|expected|expecting|assuming")

// negations are words that turn the meaning of a pattern behind them around:
// "not unavailable", "invalid request timeout".
var negations = newElement(
	"not|never|no|without|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|nearly|almost|invalid")
