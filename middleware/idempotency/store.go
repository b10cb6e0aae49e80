package idempotency

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// A Store keeps records for a time. Function errkittest.Store tests one. The records have the
// outputs of tools, which may be private.
type Store interface {
	// Claim stores a record under an id that has none, and returns nil. Otherwise it returns the
	// record that the id has. Of concurrent claims one gets nil, as with SET NX of Redis or an
	// INSERT with a unique key.
	Claim(ctx context.Context, id string, record []byte, age time.Duration) (existing []byte, err error)

	// Put replaces the record of an id.
	Put(ctx context.Context, id string, record []byte, age time.Duration) error

	// Delete removes the record of an id.
	Delete(ctx context.Context, id string) error
}

// Memory is a Store in memory, whose records do not survive a restart. The zero Memory is empty.
// If it is full, the oldest answer is removed; the record of a running call never is.
type Memory struct {
	MaxCount int // of records; 0: 10,000
	MaxBytes int // of all records, in bytes; 0: 64 MiB

	mu    sync.Mutex
	all   map[string]*list.Element // of *entry
	order list.List                // by the time of the last change
	bytes int
}

// An entry is a record in memory.
type entry struct {
	id      string
	record  []byte
	end     time.Time
	running bool // claimed, and no answer was put
}

// entrySize is about what a record takes besides its bytes.
const entrySize = 256

func (e *entry) size() int { return entrySize + len(e.id) + len(e.record) }

var errMemoryFull = errors.New("idempotency: too many calls are running for the memory")

// Claim is Store.Claim. It fails if the memory is full of running calls.
func (m *Memory) Claim(_ context.Context, id string, record []byte, age time.Duration) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if at := m.all[id]; at != nil {
		if e := at.Value.(*entry); now.Before(e.end) {
			return e.record, nil
		}
		m.remove(at)
	}
	e := &entry{id, record, now.Add(age), true}
	if !m.makeRoom(e.size(), now) {
		return nil, errMemoryFull
	}
	m.add(e)
	return nil, nil
}

// Put is Store.Put. A record for which there is no room is an error, and the claim stays.
func (m *Memory) Put(_ context.Context, id string, record []byte, age time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.all[id]
	if old != nil {
		m.remove(old)
	}
	now := time.Now()
	e := &entry{id, record, now.Add(age), false}
	if !m.makeRoom(e.size(), now) {
		if old != nil {
			m.add(old.Value.(*entry))
		}
		return errMemoryFull
	}
	m.add(e)
	return nil
}

// Delete is Store.Delete.
func (m *Memory) Delete(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at := m.all[id]; at != nil {
		m.remove(at)
	}
	return nil
}

func (m *Memory) add(e *entry) {
	if m.all == nil {
		m.all = map[string]*list.Element{}
	}
	m.all[e.id] = m.order.PushBack(e)
	m.bytes += e.size()
}

func (m *Memory) remove(at *list.Element) {
	e := m.order.Remove(at).(*entry)
	delete(m.all, e.id)
	m.bytes -= e.size()
}

// makeRoom removes records that are too old, then the oldest answers, until there is room for one
// more of a size.
func (m *Memory) makeRoom(size int, now time.Time) bool {
	isFull := func() bool {
		return len(m.all) >= cmp.Or(max(m.MaxCount, 0), 10_000) || m.bytes+size > cmp.Or(max(m.MaxBytes, 0), 64<<20)
	}
	for at := m.order.Front(); at != nil; {
		e, next := at.Value.(*entry), at.Next()
		isOld := !now.Before(e.end)
		switch {
		case isOld, !e.running && isFull():
			m.remove(at)
		case !isFull():
			return true
		}
		at = next
	}
	return !isFull()
}
