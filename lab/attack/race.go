//go:build race

package attack

const race = true
