package leak

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/attack"
)

func TestEncoded(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a JSON string with an escape", `{"log":"a\nb"}`, `"a\nb"`},
		{"one with an escaped quote", `say "a \"b\" c" now`, `"a \"b\" c"`},
		{"no escape", `{"log":"ab"}`, ""},
		{"no end", `"a\nb`, ""},
		{"a string behind one that has no escape", `"a", "b\n"`, `"b\n"`},
		{"a string behind one that a line break ends", "\"a\\\n\"b\\n\"", `"b\n"`},
		{"percent-encoded", "to a.example/?q=pass%3Dx9&r=1", "pass%3Dx9"},
		{"percent-encoded, with a percent sign", "a%3Db%c", "a%3Db%c"},
		{"a percent sign", "100%, or 5 %x", ""},
		{"base64", "body abcdefghijklmnopqrstuvw+/ refused", "abcdefghijklmnopqrstuvw+/"},
		{"fewer characters", "body abcdefghijklmnopqrstuvw refused", ""},
		{"a slash before what is percent-encoded", "/cb%3Fa/abcdefghijklmnopqrstuvwx", "cb%3Fa /abcdefghijklmnopqrstuvwx"},
		{"several", `"\t" %41 "\n"`, `"\t" %41 "\n"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var parts []string
			for _, at := range encoded(tt.in) {
				parts = append(parts, tt.in[at[0]:at[1]])
			}
			require.Equal(t, tt.want, strings.Join(parts, " "))
		})
	}
}

// encodedPattern is what encoded finds.
var encodedPattern = regexp.MustCompile(`"[^"\\]*(?:\\.[^"\\]*)+"|` +
	`[\w.~+-]*%[0-9A-Fa-f]{2}[\w.~%+-]*|[\w+/-]{24,}`)

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"a":"\"b\\\"","c":"d`, "\"a\\\n\"b\\n\"", "a%41%zb/%4", "%%41", "~.%20-abcdefghijklmnopqrstuvwx/yz", `\"\\"`,
		"\xff\"\\\xff\"", "PassWord=x9 To\u212aen: a\tBASIC\nx", "@", "mail@", ":AA sk- goroutine 1 at file:",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var parts [][2]int
		for _, at := range encodedPattern.FindAllStringIndex(s, -1) {
			parts = append(parts, [2]int(at))
		}
		require.Equal(t, parts, encoded(s), "%q", s)

		may := mayHave(s)
		for i := range forms() {
			f := &forms()[i]
			if f.pattern().MatchString(s) && !strings.Contains(s, "ſ") { // a capital letter of it is S
				require.True(t, may[i] && f.mayMatch(s), "%q, without a literal of %s", s, f.pattern())
			}
		}
	})
}

// What a form matches in the lists of secrets has one of its literals.
func TestLiterals(t *testing.T) {
	found := 0
	for _, name := range []string{"testdata/planted.txt", "testdata/planted2.txt", "testdata/planted3.txt", "testdata/planted4.txt", "testdata/planted5.txt", "testdata/planted6.txt"} {
		list, err := os.ReadFile(name)
		require.NoError(t, err)
		for line := range strings.Lines(string(list)) {
			_, quoted, _ := strings.Cut(line, " ")
			text, err := strconv.Unquote(strings.TrimSpace(quoted))
			if err != nil { // a comment
				continue
			}
			text = strings.NewReplacer("⟦", "", "⟧", "").Replace(text)
			may := mayHave(text)
			for i := range forms() {
				if f := &forms()[i]; f.pattern().MatchString(text) {
					found++
					require.True(t, may[i] && f.mayMatch(text), "%q, without a literal of %s", text, f.pattern())
				}
			}
		}
	}
	require.Greater(t, found, 400)
}

// A text is scanned in time in proportion to its length.
func TestLongEncoded(t *testing.T) {
	for _, part := range []string{`\"`, `" `, "x "} {
		require.Empty(t, encoded(`"`+strings.Repeat(part, 1<<18)), part)
	}
	for _, part := range []string{`%4`, "a.", "a~b/", "abcdefghijklmnopqrstuvw."} {
		require.Empty(t, encoded(strings.Repeat(part, 1<<12)), part)
	}
	for _, end := range []string{"", "%41"} {
		start := time.Now()
		require.GreaterOrEqual(t, len(encoded(strings.Repeat("abcdefghijklmnopqrstuvwx.", 1<<14)+end)), 1)
		require.Less(t, time.Since(start), 5*time.Second, "took minutes")
	}
}

// What a text repeats of its reader's lines is found in time in proportion to the length, too.
func TestLongKnown(t *testing.T) {
	for _, line := range []string{"SELECT a FROM b where x; ", "SELECT a FROM b\n"} {
		known := strings.Repeat(line, 1<<20/len(line))
		for _, text := range []string{known, known[:len(known)/2] + `" is wrong`} {
			start := time.Now()
			(&Filter{Known: known}).Remove(text)
			require.Less(t, time.Since(start), 20*time.Second, "took four minutes")
		}
	}
}

// The folders of a long path cost memory in proportion to the lines of the reader.
func TestLongPath(t *testing.T) {
	attack.Linear(t, 256<<10, 40, func(n int) (string, int) { return strings.Repeat("/a", n/2), n },
		func(path string) int { return len((&Filter{Known: path}).Remove("/home" + path)) })
}

// So do those of many paths.
func TestManyPaths(t *testing.T) {
	attack.Linear(t, 16<<10, 60, func(n int) (string, int) { return strings.Repeat("/home/a\n", n/8), n },
		func(paths string) int { return len((&Filter{Known: strings.ToUpper(paths)}).Remove(paths)) })
}
