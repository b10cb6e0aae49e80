package agents

import (
	"fmt"
	"html"
	"strings"
)

// A panel of the plot has a bar for each server.
type panel struct {
	title string
	value func(*Summary) float64
	text  func(*Summary) string
}

var panels = []panel{
	{"wrong calls mended", func(s *Summary) float64 { return float64(s.Right) / float64(s.Cases) },
		func(s *Summary) string { return percent(s.Right, s.Cases) }},
	{"orders placed for 10", func(s *Summary) float64 { return float64(s.Eager) / 40 },
		func(s *Summary) string { return fmt.Sprint(s.Eager) }},
	{"calls without hope", func(s *Summary) float64 { return s.Hopeless / 3 },
		func(s *Summary) string { return fmt.Sprintf("%.1f", s.Hopeless) }},
	{"private words, of 24", func(s *Summary) float64 { return float64(s.Leaks) / float64(s.Failures) },
		func(s *Summary) string { return fmt.Sprint(s.Leaks) }},
}

func percent(part, whole int) string {
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(max(1, whole)))
}

// The measures of the plot, in pixels.
const (
	labelWidth = 190
	panelWidth = 190
	barWidth   = 130
	rowHeight  = 22
	headHeight = 34
)

// style has the colours for a light and for a dark page.
const style = `text{font:13px system-ui,sans-serif;fill:#1f2328}.head{font-weight:600}
.bar{fill:#8c959f}.ours{fill:#1a7f37}.line{stroke:#d0d7de}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#6e7681}.ours{fill:#3fb950}.line{stroke:#30363d}}`

// Plot returns an SVG with the numbers of all servers.
func Plot(results []*Result) string {
	var b strings.Builder
	width, height := labelWidth+panelWidth*len(panels), headHeight+rowHeight*len(results)+8
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" `+
		`aria-label="What agents do with the errors of servers">`+"\n<style>%s</style>\n", width, height, style)
	for i, p := range panels {
		x := labelWidth + i*panelWidth
		fmt.Fprintf(&b, `<text class="head" x="%d" y="20">%s</text>`+"\n", x, html.EscapeString(p.title))
	}
	for row, r := range results {
		s, y := r.Summary(), headHeight+row*rowHeight
		class := "bar"
		if r.Server.Ours {
			class = "bar ours"
		}
		if row > 0 && r.Server.HTTP != results[row-1].Server.HTTP {
			fmt.Fprintf(&b, `<line class="line" x1="0" x2="%d" y1="%d" y2="%d"/>`+"\n", width, y-1, y-1)
		}
		fmt.Fprintf(&b, `<text x="4" y="%d">%s</text>`+"\n", y+15, html.EscapeString(r.Server.Title))
		for i, p := range panels {
			x, length := labelWidth+i*panelWidth, max(2, int(min(1, p.value(&s))*barWidth))
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%d" height="14" rx="2"/><text x="%d" y="%d">%s</text>`+"\n",
				class, x, y+4, length, x+length+6, y+15, p.text(&s))
		}
	}
	return b.String() + "</svg>\n"
}
