package foreign

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/wire"
)

func TestBodyIn(t *testing.T) {
	for text, code := range map[string]string{
		`403 {"code": "NOT_FOUND", "message": "no bell"}`:                                                             "NOT_FOUND",
		`Error code: 400 - {'error': {'message': "the bell's too loud", 'code': 'X_Y'}}`:                              "X_Y",
		`{'ok': False, 'error': 'bell_not_found', 'needed': None, 'bells': (1, 'a')}`:                                 "",
		`{'success': False, 'error': 'say "no"\n\x1b[0m', 'code': 'BELL_NOT_FOUND'}`:                                  "BELL_NOT_FOUND",
		`The server responded with: {'ok': False, 'error': 'missing_scope', 'needed': 'bells:write', 'provided': ''}`: "",
		`429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'status': 'X', 'message': 'no'}}`:                            "",
	} {
		body, ok := BodyIn(text)
		require.True(t, ok, text)
		if code != "" {
			got, _ := errorObject(body).Member("code").Text()
			require.Equal(t, code, got, text)
		}
	}
	for _, text := range []string{
		`{"code": "NOT_FOUND", "message": "the whole text"}`, `{'bell': 'dawn'}`, `{'ok': False, 'error': 'open`,
		`{'error': <Bell 7>}`,
		`{'error': object()}`, "no body", "{", "{'", "{'}", "{'\\", "x {'a': '\\'}",
		`{'error': "` + strings.Repeat("x", maxPython) + `"}`,
	} {
		_, ok := BodyIn(text)
		require.False(t, ok, text)
	}
}

func TestGuessCode(t *testing.T) {
	for _, tt := range []struct{ text, code, class string }{
		{"Query failed: INVALID_FIELD: no", "INVALID_FIELD", ""},
		{"Error (NOT_FOUND): bell 7", "NOT_FOUND", ""},
		{"[RATE_LIMITED] wait 3 s", "RATE_LIMITED", ""},
		{"Error: [RATE_LIMITED] wait 3 s", "RATE_LIMITED", ""},
		{"Error executing tool ring: [not_found] No bell (hint: list_bells)", "not_found", ""},
		{"Error: list[not_found] no", "", ""},
		{"code=NOT_FOUND message=bell", "NOT_FOUND", ""},
		{"An API error occurred: bell_not_found", "bell_not_found", ""},
		{"bells.BellNotFoundException: dawn", "", "bells.BellNotFoundException"},
		{"Failed: BellNotFoundError: dawn", "", "BellNotFoundError"},
		{"ModuleNotFoundError: No module named 'bell'", "", ""},
		{"the BellNotFoundError: dawn", "", ""},
		{"[BELL] rings", "", ""},
		{"[3/7] NOT_FOUND", "", ""},
		{"code=7", "", ""},
		{"code=7, code=NOT_FOUND", "NOT_FOUND", ""},
		{"no [RATE_LIMITED] wait", "", ""},
		{"", "", ""},
	} {
		r := &wire.Reader{}
		guessCode(r, tt.text)
		require.Equal(t, tt.code, r.Guess.Code, tt.text)
		require.Equal(t, tt.class, r.Guess.Class, tt.text)
	}
}
