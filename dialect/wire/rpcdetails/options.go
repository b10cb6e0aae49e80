package rpcdetails

// DefaultDomain is the domain of ErrorInfo if Options has none.
const DefaultDomain = "io.github.toolerr"

// A2ADomain is the domain of the reasons that A2A defines (A2A 1.0 §9.5).
const A2ADomain = "a2a-protocol.org"

// Options configure what is appended.
type Options struct {
	Domain     string // of ErrorInfo: the service that the reason belongs to, such as "bells.example.com"; "": DefaultDomain
	Reason     string // the reason that the protocol of Domain defines for the error; "": the code, else the kind
	Debug      bool   // append Dev as DebugInfo: only for clients that are trusted
	MaxDetails int    // for AppendStatus: bytes of its base64, as trailers of gRPC have it; 0: 6,144; negative: no limit, also for the message
}

// maxDetails is the default of MaxDetails. With a message of limit.Header bytes it leaves room for the other headers within 8 KiB.
const maxDetails = 6 << 10
