package rules

import (
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/leak"
)

var leakSql1 = check.Rule{
	ID: "leak/sql/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has SQL or an error of a database.",
	Source: "CWE-209",
	Fault:  "answers with the error of its database",

	Judge: noText(append(leak.Patterns(leak.SQL), // and weaker signs, of what may be in the answer of a tool about code or data
		`\bSQLSTATE\b`,
		`\bpq: `,
		`\bORA-\d{5}\b`,
		`\bsyntax error at or near\b`,
		`\bERROR \d{4} \([0-9A-Z]{5}\)`,
		`(?i)\bselect [^\n]{1,200}? from [\w.\"\x60]+ (where|limit|order|join)\b`,
		`(?i)\binsert into [\w.\"\x60]+ ?\(`,
		`\bSqliteError\b|\bSQLITE_[A-Z]+\b`,
		`\bduplicate key value violates unique constraint\b`,
	)...),
}
