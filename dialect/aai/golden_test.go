package aai_test

import (
	"testing"

	"github.com/toolerr/toolerr/internal/samples"
)

func TestGolden(t *testing.T) { samples.TestGolden(t, "aai") }
