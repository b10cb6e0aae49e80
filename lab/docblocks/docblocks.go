// Package docblocks reads the code blocks of README.md and of the pages in docs/, for the tests
// that build and run them.
//
// A block of go is a complete file. A block of console has commands, each after "$ ", followed by
// what they print. A block of sh has commands whose output is not shown.
package docblocks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Block is a code block of a page.
type Block struct {
	Page string // path of the page, from the root of the tree
	Line int    // of the opening fence
	Lang string // "go", "console", "sh" and others
	Text string // ends with a line feed
}

// A Command is a command of a console block and what it prints.
type Command struct{ Line, Output string }

// Pages returns the paths of the pages in a tree, README.md first.
func Pages(tree string) ([]string, error) {
	pages, err := filepath.Glob(filepath.Join(tree, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		pages[i] = filepath.Join("docs", filepath.Base(page))
	}
	slices.Sort(pages)
	return append([]string{"README.md"}, pages...), nil
}

// Read returns the blocks of a page of a tree, in their order.
func Read(tree, page string) (blocks []Block, err error) {
	text, err := os.ReadFile(filepath.Join(tree, page))
	if err != nil {
		return nil, err
	}
	open := -1 // index of the block that is not closed yet
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		lang, fence := strings.CutPrefix(line, "```")
		switch {
		case open >= 0 && fence:
			open = -1
		case open >= 0:
			blocks[open].Text += line
		case fence:
			open = len(blocks)
			blocks = append(blocks, Block{Page: page, Line: n, Lang: strings.TrimSpace(lang)})
		}
	}
	return blocks, nil
}

// All returns the blocks of all pages of a tree.
func All(tree string) (blocks []Block, err error) {
	pages, err := Pages(tree)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		more, err := Read(tree, page)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, more...)
	}
	return blocks, nil
}

// Commands returns the commands of a console block.
func (b Block) Commands() (commands []Command) {
	for line := range strings.Lines(b.Text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, Command{Line: strings.TrimSuffix(command, "\n")})
		} else if n := len(commands); n > 0 {
			commands[n-1].Output += line
		}
	}
	return commands
}

// IsProgram reports whether a block of go is a command, not a part of a package.
func (b Block) IsProgram() bool { return strings.HasPrefix(b.Text, "package main\n") }
