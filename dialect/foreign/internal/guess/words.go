package guess

// peers are servers behind a tool, which the caller has no influence on.
const peers = "server|service|api|upstream|peer|host|provider|backend|device|database|gateway|issuer|endpoint|site|website|remote|plugin|model|tool"

// masks are words that a pattern would misread: what they cover is skipped.
var masks = [...]string{
	// The messages of JSON-RPC 2.0 §5.1 add nothing to their codes.
	`method not found $`,
	`invalid params|parameters $`,

	// Faults of a program.
	`invalid response|data|state|json|pointer|utf-8|certificate|signature|output|reply|character|byte|bytes|header|headers|checksum|instruction|memory|request|license|host|server|html|xml|reference|cross-device|operation|opcode|magic`,
	`invalid gzip|zip|zlib|png|jpeg|pdf|tls|elf|array|string header|length|data|format|block`,
	`invalid start|continuation|utf-8|utf8 byte|bytes|sequence`,
	`invalid client|grant|session $`,
	`invalid api|server|tool|upstream|model|http|llm|json response|output|reply|request`,
	`unknown|unrecognized _? error|exception|failure|reason|issue|problem|host|state|status|column|command|response|format|signal`,
	`invalid argument $`, // EINVAL
	`module|modules|class|library|symbol|package|dependency|function|header|plugin|interpreter|attribute|method|route|endpoint|import|definition is|was|were|could? not be? found`,
	`no such module|method|function|attribute|symbol|property|column|process`,

	`could|can|cannot|couldn't|can't|unable|failed not|to? find|locate|resolve module|modules|name|type|types|symbol|package|declaration|import|library|class|function`,
	`no module|modules|attribute|function|method named`,
	`unsupported operand`,

	// Searches that ended without a result, and what a state leaves open.
	`no results|result|matches|hits|data|differences|changes|errors|problems found|given`,
	`no reason|reasons|details|explanation|response|answer|output|feedback given|provided|supplied`,
	`response|result|reply|output body|content|message|text|data? is|was? empty`,
	`memory|heap usage|size|limit? exceeds|exceeded`,
	`^ action required`,
	`could|can|cannot|couldn't|can't|unable|failed not|to? find any|a? results|result|matches|data`,
	`no active _ found $`,
	`no _? _? vulnerabilities|issues|conflicts|warnings|violations|duplicates|findings|threats|discrepancies|anomalies|bugs|leaks|regressions|failures|updates|changes|differences|errors|problems was|were? found|detected`,
	`no open|new|known|pending|critical|serious|major|minor|security issue was? found|detected`,

	// What another server did wrong.
	peers + ` returned|sent|gave|produced an? invalid|malformed|unexpected|unknown|unsupported`,
	`response|responses|reply|replies is|are|was|were? missing`,
	`response|responses|reply|replies must|should|cannot|can't`,
	`got|received|returned|read a|an? invalid|malformed|unexpected|unknown|unsupported _ _? from a|an|the|its|this? _? ` + peers,
	`invalid|malformed|unexpected|unknown|unsupported return|returned`,
	`no _ _? _? provided|given|specified|supplied|sent by|from a|an|the|its|this? _? ` + peers,
	`json|yaml|toml|xml|encoding|marshal : unsupported type|value`,

	// Another meaning of the same words.
	`disk|storage|space|inode|memory quota`,
	`disk|storage|space|volume|drive|filesystem|memory is|are|was|ran|runs? out|over of? its|the|your? quota`,
	`only 0 ... is|are supported|accepted`,
	`only up|at|one|two|three|four|five|six|seven|eight|nine|ten ... is|are supported|accepted`,
	`please install 0`,
	`please install a|an|the|any|all|your|this|these|it|them|update|updates|latest|new`,
	`exit|exited with? status|code`,
	`timed out of`,
	`tool call|calls _? is|was|could? not be? found|registered`,
	`tool call|calls does not exist`,
	`tool output|result|results|config|configuration|file|definition|schema|server|input`,
}

// faults are clauses behind which no text makes the error one of the caller.
var faults = [...]string{
	"^ internal server? error $", "^ an internal server? error has? occurred? $",
	"^ INTERNAL_ERROR|INTERNAL_SERVER_ERROR|InternalServerError|InternalError $",
}

// variables are the last words of names of environment variables. Other names in capital letters,
// such as ORDER_ID and STATUS_CODE, are as often constants, columns or arguments.
var variables = [...]string{
	"URL", "URI", "KEY", "TOKEN", "SECRET", "PASSWORD", "HOST", "PORT", "PATH", "DIR", "ENV", "CREDENTIALS",
	"ENDPOINT", "REGION", "PROJECT",
}

// hedges are words after which a sentence reports no fact.
var hedges = listOf(
	"if", "unless", "whether", "may", "might", "maybe", "perhaps", "possibly", "probably",
	"either", "avoid", "avoids", "prevent", "prevents", "expected", "expecting", "assuming",
)

// negations are words that turn the meaning of a pattern behind them around:
// "not unavailable", "invalid request timeout".
var negations = listOf(
	"not", "never", "no", "without", "isn't", "aren't", "wasn't", "weren't", "don't", "doesn't", "didn't", "nearly",
	"almost", "invalid",
)
