package guess

// masks are words that a pattern would misread: what they cover is skipped.
var masks = [...]struct{ words, example string }{
	// The messages of JSON-RPC 2.0 §5.1 add nothing to their codes.
	{`method not found $`, "Method not found"},
	{`invalid params|parameters $`, "Invalid params"},

	// Faults of a program.
	{`invalid response|data|state|json|pointer|utf-8|certificate|signature|output|reply|character|byte|bytes|header|headers|checksum|instruction|memory|request|license|host|server|html|xml|reference|cross-device|operation|opcode|magic`, "Invalid response value from the service"},
	{`invalid gzip|zip|zlib|png|jpeg|pdf|tls|elf|array|string header|length|data|format|block`, "invalid gzip header"},
	{`invalid start|continuation|utf-8|utf8 byte|bytes|sequence`, "invalid start byte"},
	{`invalid client|grant|session $`, "Invalid session"},
	{`invalid api|server|tool|upstream|model|http|llm|json response|output|reply|request`, "Invalid API response"},
	{`unknown|unrecognized _? error|exception|failure|reason|issue|problem|host|state|status|column|command|response|format|signal`, "Unknown error: x"},
	{`invalid argument $`, "write /dev/bell: invalid argument"}, // EINVAL
	{`module|modules|class|library|symbol|package|dependency|function|header|plugin|interpreter|attribute|method|route|endpoint|import|definition is|was|were|could? not be? found`, "ld: library not found for -lbell"},
	{`no such module|method|function|attribute|symbol|property|column|process`, "No such module 'bell'"},

	{`could|can|cannot|couldn't|can't|unable|failed not|to? find|locate|resolve module|modules|name|type|types|symbol|package|declaration|import|library|class|function`, "Could not resolve module 'bell'"},
	{`no module|modules|attribute|function|method named`, "No module named 'bell'"},
	{`unsupported operand`, "unsupported operand type(s) for +"},

	// Searches that ended without a result, and what a state leaves open.
	{`no results|result|matches|hits|data|differences|changes|errors|problems found|given`, "No results found for the search"},
	{`no reason|reasons|details|explanation|response|answer|output|feedback given|provided|supplied`, "No reason given"},
	{`response|result|reply|output body|content|message|text|data? is|was? empty`, "The response body is empty"},
	{`memory|heap usage|size|limit? exceeds|exceeded`, "The memory exceeded 512 MB"},
	{`^ action required`, "Action required"},
	{`could|can|cannot|couldn't|can't|unable|failed not|to? find any|a? results|result|matches|data`, "Could not find any results matching the search"},
	{`no active _ found`, "No active device found"},

	// Another meaning of the same words.
	{`disk|storage|space|inode|memory quota`, "Disk quota exceeded"},
	{`exit|exited with? status|code`, "exit status 429"},
	{`timed out of`, "The arm timed out of its safe area"},
	{`tool output|result|results|call|calls|config|configuration|file|definition|schema|server|input`, "tool output not found"},
}

// hedges are words after which a sentence reports no fact.
var hedges = listOf(
	"if", "unless", "whether", "may", "might", "maybe", "perhaps", "possibly", "probably",
	"either", "avoid", "avoids", "prevent", "prevents", "expected", "expecting", "assuming",
)

// negations are words that turn the meaning of a pattern behind them around:
// "not unavailable", "invalid request timeout".
var negations = listOf(
	"not", "never", "no", "without", "isn't", "aren't", "wasn't", "weren't", "don't", "doesn't", "didn't", "nearly", "almost", "invalid",
)
