package all_test

import (
	"fmt"
	"testing"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/samples"
)

func BenchmarkAppend(b *testing.B) {
	var codec dialect.Codec
	buf := make([]byte, 0, 1<<20)
	for _, w := range samples.Ways() {
		for _, v := range samples.Values()[:5] {
			b.Run(fmt.Sprintf("dialect=%s/size=%s", w.Name, v.Name), func(b *testing.B) {
				body, _ := codec.Append(buf, w.Dialect, w.Call, v.Error)
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					codec.Append(buf, w.Dialect, w.Call, v.Error)
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var codec dialect.Codec
	for _, w := range samples.Ways() {
		v := samples.Values()[2]
		body, head := codec.Append(nil, w.Dialect, w.Call, v.Error)
		doc := dialect.Document{Dialect: w.Dialect, Status: head.Status, Body: body}
		b.Run("dialect="+w.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := codec.Decode(doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
