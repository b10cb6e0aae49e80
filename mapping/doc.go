// Package mapping is the table: one row per kind of error, one column per
// protocol. Start with [Default]; [Table.With] derives a changed copy.
//
// Saying a kind on a wire and reading a kind from a wire are two directions,
// each with data of its own: the rows in table.go, the codes in decode.go. They
// are not inverse to each other, for most protocols have fewer codes than there
// are kinds; [Table.Ambiguous] lists every row that does not come back.
//
// A Table never changes after it is made, and nothing here is global state.
package mapping
