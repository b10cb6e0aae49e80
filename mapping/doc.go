// Package mapping, for adapters, is the table that maps error kinds to protocols: one row per
// kind, one column per protocol. Start with [Default]; [Table.With] derives a changed copy.
//
// Encoding and decoding have data of their own: the rows of the table are what each kind is
// encoded as, and the lists of codes, such as [AAICodes], are what each code is decoded as. They
// are not inverse, because most protocols have fewer codes than there are kinds; [Table.Ambiguous]
// lists every row that does not round-trip.
//
// A Table is immutable, and the package has no global state.
package mapping
