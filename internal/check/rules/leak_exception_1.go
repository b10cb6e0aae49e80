package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakException1 = check.Rule{
	ID: "leak/exception/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has the qualified name of an exception's class.",
	Source: "CWE-209",
	Fault:  "answers with the name of an exception",

	Judge: noText(
		`\b(java|javax|org|com|io|net|kotlin|scala)\.[\w.]+\.[A-Z]\w*(Exception|Error)\b`,
		`\bSystem\.[\w.]*Exception\b`,
		`\b(pydantic_core|sqlalchemy|psycopg2|requests|urllib3|httpx|botocore)\.[\w.]*(Error|Exception)\b`,
		`\bActiveRecord::\w+`,
		`\bNullPointerException\b`,
	),
}
