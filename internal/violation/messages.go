package violation

import (
	_ "embed"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

//go:embed messages.txt
var messagesText string

// messages has the sentences of messages.txt by the group and the tag.
var messages = sync.OnceValue(func() map[string]map[string][]errkit.Text {
	return rows.Sentences[errkit.Text](messagesText)
})
