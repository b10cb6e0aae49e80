//go:build !race

package attack

const race = false
