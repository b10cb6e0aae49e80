package explain

// MakeExample runs the statement that Text.Example returns.
func MakeExample(t Text) error { return t.example() }
