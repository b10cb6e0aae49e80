package violation

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

//go:embed messages.txt
var messagesText string

// messages has the sentences of messages.txt by the group and the tag.
var messages = sync.OnceValue(func() map[string]map[string][]errkit.Text {
	all := map[string]map[string][]errkit.Text{}
	for group, row := range rows.All(messagesText) {
		tag, sentences, _ := strings.Cut(row, " ")
		if all[group] == nil {
			all[group] = map[string][]errkit.Text{}
		}
		for sentence := range strings.SplitSeq(sentences, " | ") {
			all[group][tag] = append(all[group][tag], errkit.Text(sentence))
		}
	}
	return all
})
