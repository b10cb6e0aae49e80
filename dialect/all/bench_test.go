package all_test

import (
	"fmt"
	"testing"

	"github.com/toolerr/toolerr/dialect"
)

func BenchmarkAppend(b *testing.B) {
	var codec dialect.Codec
	buf := make([]byte, 0, 1<<20)
	for _, w := range ways() {
		for _, v := range values()[:5] {
			b.Run(fmt.Sprintf("dialect=%s/size=%s", w.name, v.name), func(b *testing.B) {
				body, _ := codec.Append(buf, w.dialect, w.call, v.err)
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					codec.Append(buf, w.dialect, w.call, v.err)
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var codec dialect.Codec
	for _, w := range ways() {
		v := values()[2]
		body, head := codec.Append(nil, w.dialect, w.call, v.err)
		doc := dialect.Document{Dialect: w.dialect, Status: head.Status, Body: body}
		b.Run("dialect="+w.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := codec.Decode(doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
