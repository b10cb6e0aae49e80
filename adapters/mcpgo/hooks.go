package mcpgoerr

import (
	"context"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// TaskHooks wraps the hooks that the list has now, so that a panic of one is reported. Without it, it is sent or terminates the
// process:
//
//	server.WithTaskHooks(mcpgoerr.TaskHooks(options, hooks))
//
// It returns the same list, to which others may be added. Nil options are the zero Options.
func TaskHooks(o *Options, hooks *server.TaskHooks) *server.TaskHooks {
	if hooks != nil {
		newConfig(o, nil).guardHooks(hooks)
	}
	return hooks
}

// guardHooks replaces each hook by one that cannot fail the server: a panic of it is reported, and the text of an error, with
// which OnRequestInitialization rejects a request, is public. hooks is a pointer to a struct of slices of functions.
func (c *config) guardHooks(hooks any) {
	fields := reflect.ValueOf(hooks).Elem()
	for i := range fields.NumField() {
		list := fields.Field(i)
		for j := range list.Len() {
			hook := list.Index(j)
			guarded := reflect.MakeFunc(hook.Type(), c.guardHook(fields.Type().Field(i).Name, reflect.ValueOf(hook.Interface())))
			hook.Set(guarded)
		}
	}
}

// guardHook returns the function for a hook. A hook has a context and, in one case, returns an error.
func (c *config) guardHook(name string, hook reflect.Value) func([]reflect.Value) []reflect.Value {
	return func(args []reflect.Value) []reflect.Value {
		ctx := args[0].Interface().(context.Context)
		call := &request{config: c, method: mcp.MCPMethod(name)}
		results, err := mcpserver.RunWithin(ctx, 0, func(context.Context) ([]reflect.Value, error) {
			results := hook.Call(args)
			if len(results) == 1 && !results[0].IsNil() {
				return nil, results[0].Interface().(error)
			}
			return results, nil
		}, call.panicked(ctx))
		if err == nil {
			return results
		}
		err = call.asText(ctx, c.handle(call.withFacts(ctx), err))
		if hook.Type().NumOut() == 0 {
			return nil
		}
		return []reflect.Value{reflect.ValueOf(&err).Elem()}
	}
}
