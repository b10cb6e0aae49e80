//go:build heavy

package main

import (
	"context"
	"fmt"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	connectvalidate "connectrpc.com/validate"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
)

// order returns a message whose email and second item break the rules of its file.
func order(t *testing.T) *dynamicpb.Message {
	t.Helper()
	rule := func(r *validate.StringRules) *descriptorpb.FieldOptions {
		o := new(descriptorpb.FieldOptions)
		proto.SetExtension(o, validate.E_Field, &validate.FieldRules{Type: &validate.FieldRules_String_{String_: r}})
		return o
	}
	text, message := descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("bells.proto"), Package: proto.String("bells"), Syntax: proto.String("proto3"),
		Dependency: []string{"buf/validate/validate.proto"},
		MessageType: []*descriptorpb.DescriptorProto{
			{Name: proto.String("Item"), Field: []*descriptorpb.FieldDescriptorProto{
				{Name: proto.String("sku_id"), Number: proto.Int32(1), Type: text, Options: rule(&validate.StringRules{MinLen: proto.Uint64(3)})},
			}},
			{Name: proto.String("Order"), Field: []*descriptorpb.FieldDescriptorProto{
				{Name: proto.String("email"), Number: proto.Int32(1), Type: text,
					Options: rule(&validate.StringRules{WellKnown: &validate.StringRules_Email{Email: true}})},
				{Name: proto.String("items"), Number: proto.Int32(2), Type: message, TypeName: proto.String(".bells.Item"),
					Label: descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()},
			}},
		},
	}, protoregistry.GlobalFiles)
	require.NoError(t, err)
	m := dynamicpb.NewMessage(file.Messages().ByName("Order"))
	require.NoError(t, protojson.Unmarshal([]byte(`{"email":"x","items":[{"skuId":"abc"},{"skuId":"a"}]}`), m))
	return m
}

// request is a call with a message whose type is not a Go type.
type request struct {
	connect.AnyRequest
	message any
}

func (r request) Any() any { return r.message }

var want = []string{"email: must be a valid email address", "items[1].sku_id: must be at least 3 characters"}

// described returns the fields in the details of a message.
func described(bad *errdetails.BadRequest) (all []string) {
	for _, v := range bad.GetFieldViolations() {
		all = append(all, v.GetField()+": "+v.GetDescription())
	}
	return all
}

func TestConnect(t *testing.T) {
	invalid := func(_ context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		return nil, fmt.Errorf("ring: %w", protovalidate.Validate(r.Any().(proto.Message)))
	}
	unchecked := boundary()
	unchecked.Validate = func(context.Context, any) error { return nil }
	tests := []struct {
		name, why string
		call      connect.UnaryFunc
	}{
		{"the boundary validates", "", connecterr.NewInterceptor(&connecterr.Options{Boundary: boundary()}).WrapUnary(invalid)},
		{"the handler validates", "", connecterr.NewInterceptor(&connecterr.Options{Boundary: unchecked}).WrapUnary(invalid)},
		{"connectrpc.com/validate does", "the fields of its details stay those of the error, with any boundary",
			connecterr.NewInterceptor(nil).WrapUnary(connectvalidate.NewInterceptor().WrapUnary(invalid))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.call(t.Context(), request{connect.NewRequest(order(t)), order(t)})
			sent := new(connect.Error)
			require.ErrorAs(t, err, &sent)
			require.Equal(t, connect.CodeInvalidArgument, sent.Code(), tt.why)
			var got []string
			for _, detail := range sent.Details() {
				v, err := detail.Value()
				require.NoError(t, err)
				if bad, ok := v.(*errdetails.BadRequest); ok {
					got = described(bad)
				}
			}
			require.Equal(t, want, got, tt.why)
		})
	}
}

func TestGRPC(t *testing.T) {
	call := grpcerr.UnaryServerInterceptor(&grpcerr.Options{Boundary: boundary()})
	_, err := call(t.Context(), order(t), &grpc.UnaryServerInfo{FullMethod: procedure}, func(context.Context, any) (any, error) {
		t.Error("a call that breaks the rules must not run")
		return nil, nil
	})
	require.Equal(t, codes.InvalidArgument, status.Code(err))
	var got []string
	for _, detail := range status.Convert(err).Details() {
		if bad, ok := detail.(*errdetails.BadRequest); ok {
			got = described(bad)
		}
	}
	require.Equal(t, want, got)
}

// A client reads the fields of a server that sends what the library has.
func TestClient(t *testing.T) {
	sent, err := status.New(codes.InvalidArgument, "validation error").WithDetails(
		protovalidate.Validate(order(t)).(*protovalidate.ValidationError).ToProto())
	require.NoError(t, err)
	got := errkit.From(grpcerr.FromError(sent.Err()))
	require.Equal(t, errkit.InvalidInput, got.Kind)
	require.Len(t, got.Fields, 2)
	require.Equal(t, "/items/1/sku_id", got.Fields[1].Path)
}
