package validate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-playground/locales/en"
	ut "github.com/go-playground/universal-translator"
	"github.com/go-playground/validator/v10"
	entranslations "github.com/go-playground/validator/v10/translations/en"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/middleware/validate"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const canary = "hunter2-canary"

func coded(t *testing.T, err error) *errkit.Error {
	t.Helper()
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T is no *errkit.Error: %v", err, err)
	require.NotNil(t, e)
	b, jerr := json.Marshal(e)
	require.NoError(t, jerr)
	require.NotContains(t, string(b)+e.Error()+fmt.Sprintf("%v", err), canary, "a value is in the answer")
	return e
}

// fieldsOf returns the fields of err as lines.
func fieldsOf(t *testing.T, err error) []string {
	t.Helper()
	e := coded(t, err)
	require.Equal(t, errkit.InvalidInput, e.Kind, "%v", e.Err)
	var lines []string
	for _, f := range e.Fields {
		lines = append(lines, f.Path+" "+string(f.Message))
	}
	return lines
}

func TestMessages(t *testing.T) {
	two := 2
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"one of", struct {
			V string `validate:"oneof=red green 'dark blue'"`
		}{canary}, "/V must be one of red, green, dark blue"},
		{"a text, at least", struct {
			V string `validate:"min=8"`
		}{"a"}, "/V must be at least 8 characters"},
		{"a text, at least one", struct {
			V string `validate:"min=1"`
		}{""}, "/V must be at least 1 character"},
		{"a list", struct {
			V []int `validate:"max=1"`
		}{[]int{1, 2}}, "/V must have at most 1 item"},
		{"a map", struct {
			V map[int]int `validate:"len=2"`
		}{}, "/V must have exactly 2 members"},
		{"digits in a text, and no number in JSON", struct {
			V string `validate:"numeric"`
		}{canary}, "/V must consist of digits, with or without a sign and a decimal point"},
		{"bytes", struct {
			V []byte `validate:"min=3"`
		}{}, "/V must have at least 3 bytes"},
		{"items, equal", struct {
			V []int `validate:"eq=3"`
		}{}, "/V must have exactly 3 items"},
		{"a number", struct {
			V *int `validate:"gt=2"`
		}{&two}, "/V must be greater than 2"},
		{"a time", struct {
			V time.Time `validate:"gt"`
		}{}, "/V must be in the future"},
		{"a duration", struct {
			V time.Duration `validate:"min=1h"`
		}{}, "/V must be at least 1h"},
		{"equal to a text", struct {
			V string `validate:"eq=yes"`
		}{canary}, "/V must be yes"},
		{"a field", struct {
			Pass    string `json:"pass"`
			Confirm string `json:"confirm" validate:"eqfield=Pass"`
		}{canary, "x" + canary}, "/confirm must be equal to pass"},
		{"a field that JSON hides", struct {
			Pass    string `json:"-"`
			Confirm string `json:"confirm" validate:"eqfield=Pass"`
		}{canary, "x"}, "/confirm must be equal to another field"},
		{"a field of an embedded struct", struct {
			Base
			Confirm string `json:"confirm" validate:"eqfield=ID"`
		}{Base{ID: canary}, "x"}, "/confirm must be equal to id"},
		{"a field beside, both embedded", struct{ Twins }{Twins{A: 2, B: 1}}, "/b must be greater than a"},
		{"a field further down", struct {
			In  struct{ Start int } `json:"in"`
			End int                 `json:"end" validate:"gtcsfield=In.Start"`
		}{}, "/end must be greater than in.Start"},
		{"a field of an item", struct {
			In  []struct{ Start int } `json:"in"`
			End int                   `json:"end" validate:"gtcsfield=In[0].Start"`
		}{In: make([]struct{ Start int }, 1)}, "/end must be greater than in[0].Start"},
		{"if", struct {
			Kind string `json:"kind"`
			URL  string `json:"url" validate:"required_if=Kind web"`
		}{Kind: "web"}, "/url is required when kind is web"},
		{"if and if", struct {
			Kind string `json:"kind"`
			N    int    `json:"n"`
			URL  string `json:"url" validate:"required_if=Kind 'a b' N 0"`
		}{Kind: "a b"}, "/url is required when kind is a b and n is 0"},
		{"if, hidden", struct {
			Kind string `json:"-"`
			URL  string `json:"url" validate:"required_if=Kind web"`
		}{Kind: "web"}, "/url is required"},
		{"unless", struct {
			Kind string `json:"kind"`
			URL  string `json:"url" validate:"required_unless=Kind web"`
		}{}, "/url is required unless kind is web"},
		{"with any", struct {
			A string `json:"a"`
			B string `json:"b"`
			C string `json:"c" validate:"required_with=A B"`
		}{A: "x"}, "/c is required when a or b is given"},
		{"with all", struct {
			A string `json:"a"`
			B string `json:"b"`
			C string `json:"c" validate:"required_with_all=A B"`
		}{A: "x", B: "y"}, "/c is required when a and b are given"},
		{"with all of one", struct {
			A string `json:"a"`
			C string `json:"c" validate:"required_with_all=A"`
		}{A: "x"}, "/c is required when a is given"},
		{"excluded", struct {
			A string `json:"a"`
			C string `json:"c" validate:"excluded_with=A"`
		}{"x", "y"}, "/c must not be given when a is given"},
		{"a nil pointer that a condition asks for", struct {
			A string  `json:"a"`
			C *string `json:"c" validate:"required_with=A"`
		}{A: "x"}, "/c is required when a is given"},
		{"either", struct {
			V string `validate:"rgb|len=3|eqfield=W"`
			W string `json:"w"`
		}{V: canary}, "/V must be an RGB color such as rgb(0, 128, 255), or have exactly 3 characters, or be equal to w"},
		{"an alias", struct {
			V string `validate:"iscolor"`
		}{canary}, "/V must be a color: hexadecimal, rgb, rgba, hsl, hsla or cmyk"},
		{"duplicates", struct {
			V []string `validate:"unique"`
		}{[]string{canary, canary}}, "/V must not have duplicates"},
		{"duplicates by a field", struct {
			V []item `validate:"unique=Sku"`
		}{make([]item, 2)}, "/V must not have two items with the same sku"},
		{"a method", struct {
			V method `validate:"validateFn=Check"`
		}{}, "/V is not valid"},
		{"contains a comma", struct {
			V string `validate:"contains=0x2C"`
		}{}, "/V must contain ,"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var v validate.Validator
			require.Equal(t, []string{tt.want}, fieldsOf(t, v.Struct(tt.in)))
		})
	}
}

type Twins struct {
	A int `json:"a"`
	B int `json:"b" validate:"gtfield=A"`
}

type method int

func (method) Check() error { return errors.New(canary) }

func TestParams(t *testing.T) {
	var v validate.Validator
	e := coded(t, v.Struct(struct {
		Pass    string `json:"pass"`
		Confirm string `json:"confirm" validate:"eqfield=Pass"`
		URL     string `json:"url" validate:"required_if=Pass a"`
		Hidden  string `json:"-"`
		Other   string `json:"other" validate:"eqfield=Hidden"`
		Fn      method `json:"fn" validate:"validateFn=Check"`
		Min     int    `json:"min" validate:"min=3"`
	}{Pass: "a", Hidden: "x"}))
	var got []string
	for _, f := range e.Fields {
		got = append(got, f.Rule+"="+f.Param)
	}
	require.Equal(t, []string{"eqfield=pass", "required_if=pass a", "eqfield=", "validateFn=", "min=3"}, got)
}

func TestInternal(t *testing.T) {
	var nilBase *Base
	tests := []struct {
		name string
		in   any
	}{
		{"nil", nil},
		{"a nil pointer", nilBase},
		{"a number", 7},
		{"a text", canary},
		{"a slice", []Base{{}}},
		{"a map", map[string]Base{"a": {}}},
		{"a tag that nobody knows", struct {
			A string `validate:"hunter"`
		}{}},
		{"a tag of another type", struct {
			A bool `validate:"min=3"`
		}{}},
		{"a dive into nothing", struct {
			A int `validate:"dive"`
		}{}},
		{"a parameter that is none", struct {
			A int `validate:"min=x"`
		}{}},
		{"hidden", struct {
			A string `json:"-" validate:"required"`
		}{}},
		{"hidden beside another", struct {
			A string `json:"-" validate:"required"`
			B string `validate:"required"`
		}{}},
		{"inside of what is hidden", struct {
			A []item `json:"-" validate:"dive"`
		}{make([]item, 1)}},
		{"inside of a hidden embedded struct", struct {
			Base `json:"-"`
		}{}},
		{"hidden by another of its name", struct {
			left
			right
		}{}},
	}
	var kept validate.Validator
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 {
				e := coded(t, kept.Struct(tt.in))
				require.Equal(t, errkit.Internal, e.Kind)
				require.Empty(t, e.Fields)
				require.Error(t, e.Err, "the log must say why")
			}
		})
	}
	require.NoError(t, kept.Struct(Base{ID: "x"}), "it works on after a panic")
}

type (
	left  struct{ Twice string }
	right struct {
		Twice string `validate:"required"`
	}
)

func TestPanicKeepsItsStack(t *testing.T) {
	var v validate.Validator
	err := v.Struct(struct {
		A string `validate:"hunter"`
	}{})
	p, ok := errors.AsType[*middleware.Panic](err)
	require.True(t, ok)
	require.Contains(t, p.Stack(), "validator")
}

func TestUnexportedIsHidden(t *testing.T) {
	engine := validator.New(validator.WithPrivateFieldValidation())
	require.Equal(t, errkit.Internal, coded(t, validate.Struct(engine, struct {
		a string `validate:"required"`
	}{a: ""})).Kind)
}

func TestStructLevel(t *testing.T) {
	v := validate.Validator{Engine: validator.New(), Messages: map[string]errkit.Text{"sum": "must add up"}}
	v.Engine.RegisterStructValidation(func(sl validator.StructLevel) {
		sl.ReportError(sl.Current().Interface(), "total.sum", "total.sum", "sum", "")
		sl.ReportError(canary, "id", "ID", "odd", canary[:0])
	}, Base{})
	require.Equal(t, []string{"/total/sum must add up", "/id is not valid"}, fieldsOf(t, v.Struct(Base{ID: canary})))
}

func TestOwnTags(t *testing.T) {
	v := validate.Validator{Engine: validator.New(),
		Messages: map[string]errkit.Text{"bell": "must be the name of a bell", "email": "must be a mail address"}}
	require.NoError(t, v.Engine.RegisterValidation("bell", func(validator.FieldLevel) bool { return false }))
	require.NoError(t, v.Engine.RegisterValidation("ring", func(validator.FieldLevel) bool { return false }))
	v.Engine.RegisterAlias("short", "max=3,alpha")
	require.Equal(t, []string{"/A must be the name of a bell", "/B is not valid", "/C must be a mail address",
		"/D must be at most 3 characters", "/E must be in upper case, or be the name of a bell"},
		fieldsOf(t, v.Struct(struct {
			A string `validate:"bell"`
			B string `validate:"ring"`
			C string `validate:"email"`
			D string `validate:"short"`
			E string `validate:"uppercase|bell"`
		}{canary, canary, canary, canary, canary})))
}

func translator(t testing.TB, engine *validator.Validate) ut.Translator {
	t.Helper()
	tr, ok := ut.New(en.New(), en.New()).GetTranslator("en")
	require.True(t, ok)
	require.NoError(t, entranslations.RegisterDefaultTranslations(engine, tr))
	return tr
}

func TestTranslator(t *testing.T) {
	engine := validator.New()
	v := validate.Validator{Engine: engine, Translator: translator(t, engine)}
	require.Equal(t, []string{
		"/email_address email_address must be a valid email address",
		"/confirm confirm must be equal to pass",
		"/other must be equal to another field",
		"/cve_id cve_id must be a valid cve identifier",
		"/host must be a host name as in RFC 1123",
	}, fieldsOf(t, v.Struct(struct {
		Mail    string `json:"email_address" validate:"email"`
		Pass    string `json:"pass"`
		Hidden  string `json:"-"`
		Confirm string `json:"confirm" validate:"eqfield=Pass"`
		Other   string `json:"other" validate:"eqfield=Hidden"`
		CVE     string `json:"cve_id" validate:"cve"`
		Host    string `json:"host" validate:"hostname_rfc1123"`
	}{Mail: canary, Pass: canary, Hidden: canary, CVE: canary, Host: canary + "_"})))
}

func TestClassifier(t *testing.T) {
	engine := validator.New()
	engine.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	b := middleware.Boundary{Classify: []middleware.Classifier{validate.Classifier}}
	normal := func(err error) error { return b.Handle(t.Context(), fmt.Errorf(canary+": %w", err)) }

	require.Equal(t, []string{"/items/0/sku is required"},
		fieldsOf(t, normal(engine.Struct(page[item]{make([]item, 1)}))))
	require.Equal(t, []string{"/a~1b must be an email address", "/pass must be equal to another field"},
		fieldsOf(t, normal(engine.Struct(struct {
			A       string `json:"a/b" validate:"email"`
			Confirm string `json:"pass" validate:"eqfield=A"`
		}{canary, "x"}))))
	require.Equal(t, []string{" must be an email address"}, fieldsOf(t, normal(engine.Var(canary, "email"))))
	require.Equal(t, []string{"/1 must be an email address"},
		fieldsOf(t, normal(engine.Var([]string{"a@b.cd", canary}, "dive,email"))))

	for _, err := range []error{validator.ValidationErrors{}, validator.ValidationErrors(nil), engine.Struct(nil),
		errors.New(canary)} {
		require.Equal(t, errkit.Internal, coded(t, normal(err)).Kind)
	}
	require.Nil(t, validate.Classifier(context.Background(), errors.New(canary)))
}

func TestCauseStays(t *testing.T) {
	var v validate.Validator
	err := v.Struct(Base{})
	require.ErrorAs(t, err, new(validator.ValidationErrors))
}

func TestConcurrent(t *testing.T) {
	var v validate.Validator
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			for range 20 {
				err := v.Struct(page[item]{make([]item, i%3+1)})
				if e, ok := err.(*errkit.Error); !ok || len(e.Fields) != i%3+1 {
					t.Errorf("%d: %v", i, err)
				}
				if e, ok := v.Struct(Base{}).(*errkit.Error); !ok || e.Fields[0].Path != "/id" {
					t.Errorf("%d: %v", i, e)
				}
			}
		})
	}
	wg.Wait()
}

// A recursive type has any number of names, but its plan is bounded.
func TestDeep(t *testing.T) {
	var v validate.Validator
	root := &node{}
	for range 1500 {
		root = &node{Next: root}
	}
	fields := coded(t, v.Struct(root)).Fields
	require.Equal(t, strings.Repeat("/next", 50)+"/name", fields[50].Path)
	require.Less(t, len(fields), 100, "all paths together have a bound")
	require.Equal(t, "truncated", fields[len(fields)-1].Rule)
}

// The hundred fields are the first ones of the document, although maps have no order. A search
// for every key in all keys takes minutes.
func TestMany(t *testing.T) {
	type item struct {
		Name string `json:"name" validate:"required"`
	}
	var in struct {
		Items map[int]item `json:"items" validate:"dive"`
	}
	in.Items = map[int]item{}
	for i := range 20_000 {
		in.Items[i] = item{}
	}
	var v validate.Validator
	e := coded(t, v.Struct(&in))
	require.Len(t, e.Fields, 100)
	require.Equal(t, "/items/0/name", e.Fields[0].Path)
	require.Equal(t, "truncated", e.Fields[99].Rule)
	require.True(t, slices.IsSortedFunc(e.Fields[:99],
		func(a, b errkit.Field) int { return strings.Compare(a.Path, b.Path) }))

	engine := validator.New(validator.WithRequiredStructEnabled())
	require.Len(t, v.Classify(t.Context(), engine.Struct(&in)).Fields, 100)
}

func TestIntegerKeys(t *testing.T) {
	type set struct {
		Narrow map[int8]int   `json:"narrow" validate:"dive,min=1"`
		Wide   map[uint64]int `json:"wide" validate:"dive,min=1"`
		Named  map[storey]int `json:"named" validate:"dive,min=1"`
	}
	var v validate.Validator
	e := coded(t, v.Struct(set{map[int8]int{-128: 0}, map[uint64]int{1<<64 - 1: 0}, map[storey]int{2: 0}}))
	require.Equal(t, "/narrow/-128", e.Fields[0].Path)
	require.Equal(t, "/wide/18446744073709551615", e.Fields[1].Path)
	require.Equal(t, "/named/2", e.Fields[2].Path, "printed by its String method, in JSON a number")
}

type storey int

func (s storey) String() string { return "storey " + strconv.Itoa(int(s)) }

func TestInput(t *testing.T) {
	type input struct {
		Times int `json:"times" validate:"max=10"`
	}
	refuse := errors.New("refused")
	custom := &middleware.Boundary{Validate: func(context.Context, any) error { return refuse }}
	for name, b := range map[string]*middleware.Boundary{"nil": nil, "zero": {}, "standard": standard.Boundary()} {
		require.NoError(t, validate.Input(t.Context(), b, input{10}), name)
		require.ErrorIs(t, validate.Input(t.Context(), b, input{11}), errkit.InvalidInput, name)
	}
	require.Equal(t, refuse, validate.Input(t.Context(), custom, input{10}))
}

// Without this package, the standard boundary finds the same fields in the error of the library.
func TestStandardBoundaryFindsTheSame(t *testing.T) {
	engine := validator.New(validator.WithRequiredStructEnabled())
	engine.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("json") })
	require.NoError(t, engine.RegisterValidation("bell", func(validator.FieldLevel) bool { return false }))
	engine.RegisterAlias("short", "max=3,alpha")
	type part struct {
		Sku  string `json:"sku" validate:"required"`
		Size *int   `json:"size" validate:"required"`
	}
	zero := 0
	type parcel struct {
		Mail  string          `json:"mail" validate:"email"`
		Bell  string          `json:"bell" validate:"bell"`
		Word  string          `json:"word" validate:"short"`
		Tone  string          `json:"tone" validate:"oneof=high low"`
		Times *int            `json:"times" validate:"min=1"`
		Parts []part          `json:"parts" validate:"dive"`
		ByKey map[string]part `json:"by_key" validate:"dive"`
		Color string          `json:"color" validate:"rgb|hsl"`
		Next  *part           `json:"next" validate:"required"`
	}
	in := parcel{Mail: canary, Word: canary, Times: &zero, Parts: make([]part, 2), ByKey: map[string]part{"a": {}}}
	v := validate.Validator{Engine: engine}
	want := coded(t, v.Struct(in)).Fields
	require.Len(t, want, 13)
	err := engine.Struct(in)
	for _, err := range []error{err, fmt.Errorf("%s: %w", canary, err), errors.Join(errors.New(canary), err)} {
		b := middleware.Boundary{Classify: standard.Boundary().Classify}
		e := coded(t, b.Handle(t.Context(), err))
		require.Equal(t, errkit.InvalidInput, e.Kind)
		require.Equal(t, want, e.Fields)
	}
}
