package all_test

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// every returns the dialect of each name.
func every() (dialects []dialect.Dialect) {
	for _, name := range all.Names() {
		if d, err := all.Parse(name); err == nil {
			dialects = append(dialects, d)
		}
	}
	return dialects
}
