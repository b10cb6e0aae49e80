package all_test

import (
	"fmt"
	"testing"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
)

func BenchmarkAppend(b *testing.B) {
	var codec dialect.Codec
	call := dialect.Call{ID: []byte("7")}
	buf := make([]byte, 0, 1<<20)
	for _, d := range all.Dialects() {
		for _, v := range samples.Values()[:5] {
			b.Run(fmt.Sprintf("dialect=%s/size=%s", d.Name(), v.Name), func(b *testing.B) {
				body, _ := codec.Append(buf, d, call, v.Error)
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					codec.Append(buf, d, call, v.Error)
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var codec dialect.Codec
	for _, d := range all.Dialects() {
		body, head := codec.Append(nil, d, dialect.Call{ID: []byte("7")}, samples.Values()[2].Error)
		doc := dialect.Document{Dialect: d, Status: head.Status, Body: body}
		b.Run("dialect="+d.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := codec.Decode(doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
