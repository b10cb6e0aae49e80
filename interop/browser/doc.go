// Package browser tests the pages of `toolerr serve` in Chromium: interop/run runs it with the
// build tag browser.
package browser
