package nethttp

// maxLinks bounds the links of an error chain that are looked at: an error may
// unwrap to itself.
const maxLinks = 1000

// anyLink reports whether match holds for an error of the chain. A method of a
// foreign error that panics ends the search.
func anyLink(err error, match func(error) bool) (found bool) {
	defer func() {
		if recover() != nil {
			found = false
		}
	}()
	left := maxLinks
	return walk(err, match, &left)
}

func walk(err error, match func(error) bool, left *int) bool {
	for err != nil && *left > 0 {
		*left--
		if match(err) {
			return true
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				if walk(branch, match, left) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// wraps reports whether target is in the chain of err.
func wraps(err, target error) bool {
	return anyLink(err, func(e error) bool {
		if e == target {
			return true
		}
		is, ok := e.(interface{ Is(error) bool })
		return ok && is.Is(target)
	})
}
