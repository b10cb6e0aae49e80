package errkittest_test

import (
	"testing"

	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

func TestStore(t *testing.T) { errkittest.Store(t, new(idempotency.Memory)) }
