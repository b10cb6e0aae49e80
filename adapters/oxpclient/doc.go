// Package oxpclient, for applications, calls tools over the Open eXecution Protocol 1.0:
//
//	client := oxpclient.Client{URL: "https://tools.example.com/oxp"}
//	result, err := client.Call(ctx, oxpclient.Call{Tool: "Doorbell.Ring", Input: input})
//	if errors.Is(err, errkit.NotFound) {
//
// Every error is an [*errkit.Error]. That of the server has its Peer, what the model needs is in
// Message, Hint (additional_prompt_content) and Fields, and developer_message is only in Dev.
//
// # Repeated calls
//
// A call is repeated, with the same call_id, which is its idempotency key, if
//   - the server allows it by can_retry (OXP 1.0, Retrying Errors). An error with a hint or with
//     fields is for the model, whose next call is another one: it is returned at once;
//   - or the failure may pass, and the call was not sent, or was refused before it had an effect;
//   - or the failure may pass, and [Client.Idempotent] reports that a second call does no harm.
//
// So a lost response is an error, unless the application knows better: a server may ignore
// call_id. A call waits as long as the server asks for, for at most [Client.MaxWait].
//
// # What a call lacks
//
// If the server responds that a call lacks an authorization, a user id or a secret, [Client.Needs]
// is asked for it, the status of each challenge is polled at its check_url, and the call is
// repeated. A check_url is requested only at the origin of the server, or where [Client.MayCheck]
// allows it: the server chooses it, and the request is made from inside of the application's
// network. The credentials of the server are sent only to paths below [Client.URL]. Redirects are
// not followed, because a request has tokens and secrets.
//
// # Compatibility
//
// It reads both forms of documents, wrapped and flat, and what servers send in place of them
// (package oxp). A response with another major version of OXP than 1, to another call, without
// success or error, or larger than [Client.MaxBody] is an error of kind UpstreamFailed, or
// UnsupportedVersion, whose effect is unknown.
package oxpclient
