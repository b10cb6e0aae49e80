package bridge

import (
	"cmp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/toolerr/toolerr/internal/header"
)

// What an Exchange holds of a response, and its bounds.

func (b *Bridge) hold() int { return cmp.Or(max(b.Hold, 0), defaultHold) }

// charge counts bytes that are held until uncharge, and reports whether they are within the bound.
func (x *Exchange) charge(n int) bool {
	most := int32(min(cmp.Or(max(x.bridge.HoldAll, 0), defaultHoldAll), maxHoldAll))
	if atomic.AddInt32(&x.bridge.held, int32(n)) > most {
		atomic.AddInt32(&x.bridge.held, -int32(n))
		return false
	}
	x.charged += n
	return true
}

func (x *Exchange) uncharge() {
	atomic.AddInt32(&x.bridge.held, -int32(x.charged))
	x.charged = 0
}

// maxHoldAll is the most that [Bridge.HoldAll] has an effect for.
const maxHoldAll = 1 << 30

// rooms has buffers for what is held, and for what is edited.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// giveBack returns a buffer to rooms, unless it grew large. A nil room has none.
func giveBack(room *[]byte, buffer []byte) {
	if room != nil && cap(buffer) <= 2*defaultHold {
		*room = buffer[:0]
		rooms.Put(room)
	}
}

// keep adds a part to what is held, and reports whether that is within the bounds. There is room
// at once for the length that the header states, up to the bound.
func (x *Exchange) keep(p []byte) bool {
	if x.room == nil && len(p) > 0 {
		x.room = rooms.Get().(*[]byte)
		n, _ := strconv.Atoi(header.First(x.header, "Content-Length"))
		x.held = slices.Grow((*x.room)[:0], max(len(p), min(n, x.bridge.hold())))
	}
	isBound := len(p) <= x.bridge.hold()-len(x.held) && x.charge(len(p))
	x.held = append(x.held, p...)
	return isBound
}

// keepText adds a part to the text of a compressed body, and reports whether that is within the
// bounds.
func (x *Exchange) keepText(part []byte) bool {
	x.plain = append(x.plain, part...)
	x.isOver = x.isOver || len(x.plain) > x.bridge.hold() || !x.charge(len(part))
	return !x.isOver
}

// text returns the text of what is held.
func (x *Exchange) text() []byte {
	if x.inflater != nil {
		return x.plain
	}
	return x.held
}

// release gives the buffer of what was held to others. It is called when a success has passed: an
// error keeps what it was decoded from.
func (x *Exchange) release() {
	giveBack(x.room, x.held)
	x.room, x.held = nil, nil
	x.uncharge()
}

// isWhole reports whether what is held is the whole body, by the length in its header.
func (x *Exchange) isWhole() bool {
	values := x.header["Content-Length"]
	return x.inflater == nil && len(values) == 1 &&
		values[0] == string(strconv.AppendInt(make([]byte, 0, 20), int64(len(x.held)), 10))
}

// within returns Hold if what is held is within the bound, else Pass, which is reported.
func (x *Exchange) within(isBound bool) Action {
	if isBound {
		return Hold
	}
	x.report(&Report{Outcome: Oversize})
	return Pass
}
