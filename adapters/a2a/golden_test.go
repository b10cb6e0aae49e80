package a2aerr_test

import (
	"encoding/json"
	"testing"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/stretchr/testify/require"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
)

// What the dialect renders for 0.3 is an event of a2a-go, which encodes it as the same error
// again.
func TestDialect(t *testing.T) {
	call := dialect.Call{TaskID: "t1", ContextID: "c1", MessageID: "m9"}
	for _, v := range samples.Values() {
		t.Run(v.Name, func(t *testing.T) {
			var codec dialect.Codec
			d := wire.Task{Binding: wire.HTTP, Version: wire.Version03}
			body, _ := codec.Append(nil, d, call, v.Error)
			event, err := a2a.UnmarshalEventJSON(body)
			require.NoError(t, err)
			task := event.(*a2a.Task)
			require.Equal(t, a2a.TaskID("t1"), task.ID)
			require.Len(t, task.Status.Message.Parts, 2)
			require.IsType(t, a2a.TextPart{}, task.Status.Message.Parts[0])
			require.IsType(t, a2a.DataPart{}, task.Status.Message.Parts[1])
			again, err := json.Marshal(task)
			require.NoError(t, err)
			want, err := codec.Decode(dialect.Document{Dialect: d, Body: body})
			require.NoError(t, err)
			got, err := codec.Decode(dialect.Document{Dialect: d, Body: again})
			require.NoError(t, err)
			require.JSONEq(t, samples.Canonical(t, want), samples.Canonical(t, got))
		})
	}
}

// The details of every binding and version are messages of google.rpc, as the library of Protocol
// Buffers reads them.
func TestDetails(t *testing.T) {
	for _, d := range []dialect.Dialect{wire.Dialect{}, wire.Dialect{Binding: wire.HTTP},
		wire.Dialect{Version: wire.Version03}, wire.Task{}} {
		for _, v := range samples.Values() {
			t.Run(d.Name()+" "+v.Name, func(t *testing.T) {
				var codec dialect.Codec
				body, _ := codec.Append(nil, d, dialect.Call{Tool: "ring", URI: "bell:///42"}, v.Error)
				var doc struct {
					Error struct {
						Data    json.RawMessage
						Details json.RawMessage
					}
					Result struct {
						Task struct {
							Status struct {
								Message struct {
									Parts []struct {
										Data struct {
											Error struct{ Details json.RawMessage }
										}
									}
								}
							}
						}
					}
				}
				require.NoError(t, json.Unmarshal(body, &doc))
				details := doc.Error.Details
				var legacy struct{ Details json.RawMessage }
				switch {
				case doc.Error.Data != nil && doc.Error.Data[0] == '{':
					require.NoError(t, json.Unmarshal(doc.Error.Data, &legacy))
					details = legacy.Details
				case doc.Error.Data != nil:
					details = doc.Error.Data
				case details == nil:
					details = doc.Result.Task.Status.Message.Parts[1].Data.Error.Details
				}
				status := new(rpcstatus.Status)
				require.NoError(t, protojson.Unmarshal([]byte(`{"code":2,"details":`+string(details)+`}`), status))
				require.NotEmpty(t, status.GetDetails())
				for _, any := range status.GetDetails() {
					message, err := any.UnmarshalNew()
					require.NoError(t, err)
					require.Contains(t, any.GetTypeUrl(), message.ProtoReflect().Descriptor().FullName())
				}
			})
		}
	}
}
