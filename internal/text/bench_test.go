package text

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Typical texts of errors.
var texts = []struct{ name, text string }{
	{"ascii=7", "invalid"},
	{"ascii=20", "must be at least one."},
	{"ascii=40", "There is no bell with this id. Try again"},
	{"ascii=400", strings.Repeat("The bell did not answer in time, sorry. ", 10)},
	{"escapes", "There is no bell \"back\".\nCall \"list_bells\"."},
	{"latin", "Für diese Glocke gibt es keine Klöppel, schade."},
	{"quoted", "muß größer als \"57\" sein, siehe Anhang"},
	{"dense", "muß „größer\" als 57 sein\n(日本語 \\ 中文)"},
	{"cjk", "没有这个编号的铃。请先列出所有的铃。"},
}

// BenchmarkString compares AppendString with append, which only copies, and with encoding/json
// into a buffer.
func BenchmarkString(b *testing.B) {
	dst := make([]byte, 0, 4096)
	writers := []struct {
		name   string
		append func(dst []byte, s string) []byte
	}{
		{"append", func(dst []byte, s string) []byte {
			dst = append(dst, '"')
			dst = append(dst, s...)
			return append(dst, '"')
		}},
		{"String", AppendString},
		{"Body", AppendBody},
		{"Clean", func(dst []byte, s string) []byte { return AppendClean(dst, s, 4096) }},
		{"CleanNested", func(dst []byte, s string) []byte { return AppendCleanNested(dst, s, 4096) }},
	}
	for _, tt := range texts {
		for _, w := range writers {
			b.Run(tt.name+"/by="+w.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					w.append(dst[:0], tt.text)
				}
			})
		}
		b.Run(tt.name+"/by=encoder", func(b *testing.B) {
			var buf bytes.Buffer
			e := json.NewEncoder(&buf)
			e.SetEscapeHTML(false)
			b.ReportAllocs()
			for b.Loop() {
				buf.Reset()
				if err := e.Encode(tt.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkClean(b *testing.B) {
	for _, tt := range texts {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Clean(tt.text, 4096)
			}
		})
	}
}
