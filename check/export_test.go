package check

import "time"

// Test returns options with smaller requests, and a clock if now is not nil.
func (o Options) Test(deep, large int, slow time.Duration, now func() time.Time) Options {
	o.deep, o.large, o.slow, o.now = deep, large, slow, now
	return o
}
