package samples

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// Texts that must not be in any document, except DevCanary in OXP's developer_message.
const (
	DevCanary     = "CANARY-DEV"
	ErrCanary     = "CANARY-ERR"
	PrivateCanary = "CANARY-PRIVATE"
)

// Logged is a value with a text that is only for logs.
type Logged struct{ Secret string }

// LogValue returns the text.
func (l Logged) LogValue() slog.Value { return slog.StringValue(l.Secret) }

var texts = rapid.OneOf(
	rapid.SampledFrom([]string{
		"", "There is no bell.", "a\nb\tc\r\nd", "\x00\x1b[31mred\x1b[0m\x7f", "quotes \" and \\ and </script>",
		"\u202ereversed\u202c \u2066x\u2069",
		"bad \xff\xfe UTF-8", "\u2028\u2029", "日本語 😀 é", "MCP error -32602: not found",
		"Something went wrong on our side. (reference x)",
		"HTTP 429 from https://example.com", "the call timed out",
		`{"kind":"toolError:v1","code":"NOT_FOUND","message":"no"}`, "\u009b31mred", "Authorization required: x; y: z",
	}),
	rapid.StringN(0, 12, -1),
	rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) }),
)

var publicTexts = rapid.Map(texts, func(s string) errkit.Text { return errkit.Text(s) })

var pointers = rapid.OneOf(
	rapid.SampledFrom([]string{"", "/b", "/items/0/sku", "/", "//", "/~1x", "/a~1b", "/m~0n", "/~01", "no pointer",
		"#/b", "/日本"}),
	texts,
)

var names = rapid.OneOf(
	rapid.SampledFrom([]string{"a", "status", "detail", "kind", "statusCode", "toolerr", "uri", "supported",
		"requested", "type", "retry_after_ms", "data", "errorType", "obtain_url", "message", ""}),
	texts,
)

var durations = rapid.OneOf(
	rapid.SampledFrom([]time.Duration{0, 1, time.Millisecond, 1500 * time.Microsecond, 500 * time.Millisecond,
		time.Second, time.Minute, -time.Second, math.MaxInt64, math.MinInt64}),
	rapid.Map(rapid.Int64Range(0, 1e13), func(n int64) time.Duration { return time.Duration(n) }),
)

var urls = rapid.OneOf(rapid.SampledFrom([]string{"", "https://example.com/authorize?a=1&b=2", "aai://consent",
	"javascript:alert(1)"}), texts)

// odd are values of details that need care, beside those that are drawn.
var odd = []any{
	nil, []string(nil), map[string]any{"a": 1.5, "b": []any{nil, true, "x"}}, make(chan int),
	json.RawMessage(` [ "1.0" , 2.50 , {} ] `), json.RawMessage(`{"broken"`), json.Number("10.00"),
	errors.New(ErrCanary), errkit.Timeout, errkit.Code("quota"),
	errkit.Dev(PrivateCanary), Logged{PrivateCanary}, struct{ P errkit.Private }{errkit.Dev(PrivateCanary)},
}

// details makes details that have groups in groups up to a depth.
func details(depth int) *rapid.Generator[[]slog.Attr] {
	values := []*rapid.Generator[any]{
		texts.AsAny(), rapid.SliceOfN(texts, 0, 3).AsAny(), rapid.Bool().AsAny(), durations.AsAny(),
		rapid.Int64().AsAny(), rapid.Uint64().AsAny(), rapid.Float64().AsAny(),
		rapid.SampledFrom([]any{0.0, 1.0, -1.0, 1e21, 1e-7, math.NaN(), math.Inf(1), math.Copysign(0, -1)}),
		rapid.Map(rapid.Int64Range(0, 4e9), func(s int64) any { return time.Unix(s, 1).UTC() }),
	}
	for _, v := range odd { // each is as likely as one that is drawn
		values = append(values, rapid.Just(v))
	}
	if depth > 0 {
		values = append(values, rapid.Map(details(depth-1), func(g []slog.Attr) any { return slog.GroupValue(g...) }))
	}
	value := rapid.OneOf(values...)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) slog.Attr {
		return slog.Any(names.Draw(t, "key"), value.Draw(t, "value"))
	}), 0, 3)
}

// items makes the items of the lists of an error, whose texts are any.
var items = rapid.MakeConfig{
	Kinds: map[reflect.Kind]*rapid.Generator[any]{reflect.String: texts.AsAny()},
	Types: map[reflect.Type]*rapid.Generator[any]{reflect.TypeFor[[]string](): rapid.SliceOfN(texts, 0, 2).AsAny()},
	Fields: map[reflect.Type]map[string]*rapid.Generator[any]{
		reflect.TypeFor[errkit.Challenge](): {"URL": urls.AsAny(), "CheckURL": urls.AsAny()},
		reflect.TypeFor[errkit.Field]():     {"Path": pointers.AsAny()},
		reflect.TypeFor[errkit.Input]():     {"Name": names.AsAny()},
	},
}

func list[T any](least, most int) *rapid.Generator[[]T] {
	return rapid.SliceOfN(rapid.MakeCustom[T](items), least, most)
}

// sometimes draws the zero value in two of three cases.
func sometimes[T any](g *rapid.Generator[T]) *rapid.Generator[any] {
	none := rapid.Just(*new(T))
	return rapid.OneOf(none, none, g).AsAny()
}

var anyError = rapid.MakeCustom[errkit.Error](rapid.MakeConfig{Kinds: items.Kinds, Types: items.Types,
	Fields: map[reflect.Type]map[string]*rapid.Generator[any]{
		reflect.TypeFor[errkit.Error](): {
			"Kind":  rapid.SampledFrom(append(errkit.Kinds(), 200)).AsAny(),
			"Retry": rapid.SampledFrom([]errkit.Retry{0, 0, 0, errkit.Never, errkit.Allowed, errkit.AfterAction, 9}).AsAny(),
			"Effect": rapid.SampledFrom([]errkit.Effect{0, 0, errkit.EffectNone, errkit.EffectUnknown,
				errkit.EffectPartial, errkit.EffectDone, 9}).AsAny(),
			"Stage": rapid.SampledFrom([]errkit.Stage{0, 0, 0, errkit.BeforeCall, errkit.Execution, 9}).AsAny(),
			"Status": sometimes(rapid.SampledFrom([]uint16{400, 402, 404, 410, 451, 500, 503, 599, 200, 399, 600,
				math.MaxUint16})),
			"Upstream": sometimes(rapid.SampledFrom([]int{400, 401, 403, 404, 408, 429, 500, 503, 504, 302, -1,
				math.MaxInt32})),
			"RetryAfter": sometimes(durations),
			"Code":       sometimes(rapid.Map(texts, func(s string) errkit.Code { return errkit.Code(s) })),
			"Hint":       sometimes(publicTexts),
			"DocURL": sometimes(rapid.SampledFrom([]string{"https://example.com/errors#no_such_bell",
				"http://a/b%20c?d=e&f='g'", "https://example.com/problems/not_found/x", "javascript:alert(1)",
				"https://a/\"", "none"})),
			"Fields":  sometimes(list[errkit.Field](1, 3)),
			"Details": sometimes(details(2)),
			"Dev":     rapid.Just(errkit.Dev(DevCanary)).AsAny(),
			"Err":     rapid.Just(fmt.Errorf("cause: %w", errors.New(ErrCanary))).AsAny(),
			"Ref":     sometimes(texts),
			"Peer":    rapid.Just((*errkit.Peer)(nil)).AsAny(),
		},
		reflect.TypeFor[errkit.Needs](): {
			"Challenges": list[errkit.Challenge](0, 2).AsAny(),
			"Input":      sometimes(list[errkit.Input](1, 2)),
			"Reason":     sometimes(publicTexts),
			"Options":    sometimes(list[errkit.Option](1, 2)),
		},
	},
})

// AnyError draws an error with any value in any field.
func AnyError(t *rapid.T) *errkit.Error {
	return new(anyError.Draw(t, "error"))
}

// AnyCall draws a call.
func AnyCall(t *rapid.T) dialect.Call {
	return dialect.Call{
		ID: rapid.SampledFrom([]json.RawMessage{nil, nil, json.RawMessage(`7`), json.RawMessage(`"a\"b"`),
			json.RawMessage(`null`), json.RawMessage(`{"no":"id"}`), json.RawMessage(`bro ken`)}).Draw(t, "id"),
		Tool: texts.Draw(t, "tool"),
		Method: rapid.SampledFrom([]string{"", "", "tools/call", "resources/read", "prompts/get"}).Draw(t,
			"method"),
		URI:          rapid.SampledFrom([]string{"", "file:///a", "\x00\xff"}).Draw(t, "uri"),
		Elapsed:      durations.Draw(t, "elapsed"),
		OutputSchema: rapid.Bool().Draw(t, "output schema"),
		Repeatable: rapid.SampledFrom([]errkit.Repeatable{0, 0, errkit.RepeatableYes, errkit.RepeatableNo}).Draw(t,
			"repeatable"),
	}
}

// Canonical returns the canonical JSON, where a byte that is not UTF-8 is the
// character U+FFFD. errkit escapes it, as encoding/json does.
func Canonical(t require.TestingT, e *errkit.Error) string {
	b, err := e.MarshalJSON()
	require.NoError(t, err)
	return strings.ReplaceAll(string(b), `\ufffd`, "\ufffd")
}

// Canaries returns an error of a kind with a canary wherever a private text can be.
func Canaries(k errkit.Kind) *errkit.Error {
	cause := errors.New(ErrCanary)
	private := errkit.Dev(PrivateCanary)
	return &errkit.Error{
		Kind: k, Message: "There is no bell.", Hint: "Call list_bells.", Ref: "7f3a9c", Upstream: 503,
		Fields: []errkit.Field{{Path: "/b", Message: errkit.Textf("is no %v (%v)", private, cause)}},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{URL: "https://example.com/authorize",
				Message: errkit.Textf("%v %v", private, cause)}},
			UserID: true, Secrets: []string{"TOKEN"}, Scopes: []string{"bells"},
			Input: []errkit.Input{{Name: "b"}}, Reason: errkit.Textf("%s %s", private, cause),
		},
		Details: []slog.Attr{
			slog.Any("private", private), slog.Any("pointer", &private), slog.Any("cause", cause),
			slog.Any("joined", errors.Join(cause, cause)), slog.Any("logged", Logged{PrivateCanary}),
			slog.Any("struct", struct{ P errkit.Private }{private}), slog.Any("list", []error{cause}),
			slog.Any("map", map[string]any{"a": private, "b": cause}),
			slog.Group("group", slog.Any("private", private), slog.Any("cause", cause)),
			slog.Any("supported", []error{cause}), slog.Any("requested", private), slog.Any("uri", private),
		},
		Dev: errkit.Dev(DevCanary),
		Err: fmt.Errorf("%s: %w", ErrCanary, cause),
	}
}
