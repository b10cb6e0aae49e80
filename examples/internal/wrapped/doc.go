// Package wrapped holds what the adapters guarantee inside of the ResponseWriters of other
// modules. It has tests only.
package wrapped
