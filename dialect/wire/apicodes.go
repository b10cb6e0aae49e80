package wire

import (
	"path"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// apiCodes are the string codes of errors that HTTP APIs share, as [normalCode] returns them. A "*" is any text: a row that starts
// with it is the end of a code, one that ends with it its start. The first row that matches counts.
var apiCodes = [...]struct {
	code  string
	kind  errkit.Kind
	retry errkit.Retry // 0: that of the kind
}{
	// google.rpc.Code, gRPC, Connect
	{"invalidargument", errkit.InvalidInput, 0},
	{"outofrange", errkit.InvalidInput, 0},
	{"failedprecondition", errkit.FailedPrecondition, 0},
	{"unauthenticated", errkit.Unauthenticated, 0},
	{"permissiondenied", errkit.PermissionDenied, 0},
	{"aborted", errkit.Conflict, 0},
	{"resourceexhausted", errkit.RateLimited, 0},
	{"cancelled", errkit.Canceled, 0},
	{"canceled", errkit.Canceled, 0},
	{"dataloss", errkit.Internal, 0},
	{"internal", errkit.Internal, 0},
	{"unimplemented", errkit.Unsupported, 0},
	{"unavailable", errkit.Unavailable, 0},
	{"deadlineexceeded", errkit.Timeout, 0},
	{"badroute", errkit.MethodNotFound, 0}, // Twirp
	// google.rpc.ErrorInfo, legacy reasons of Google
	{"apikeyinvalid", errkit.Unauthenticated, 0},
	{"servicedisabled", errkit.PermissionDenied, 0},
	{"dailylimitexceeded", errkit.RateLimited, 0},
	{"requestdenied", errkit.PermissionDenied, 0},
	{"overquerylimit", errkit.RateLimited, 0},
	{"zeroresults", errkit.NotFound, 0},
	// AWS
	{"validation", errkit.InvalidInput, 0},
	{"invalidparametervalue", errkit.InvalidInput, 0},
	{"missingparameter", errkit.InvalidInput, 0},
	{"conditionalcheckfailed", errkit.FailedPrecondition, 0},
	{"unrecognizedclient", errkit.Unauthenticated, 0},
	{"invalidclienttokenid", errkit.Unauthenticated, 0},
	{"authfailure", errkit.Unauthenticated, 0},
	{"signaturedoesnotmatch", errkit.Unauthenticated, 0},
	{"invalidaccesskeyid", errkit.Unauthenticated, 0},
	{"missingauthenticationtoken", errkit.Unauthenticated, 0},
	{"expiredtoken", errkit.AuthExpired, 0},
	{"requestexpired", errkit.AuthExpired, 0},
	{"accessdenied", errkit.PermissionDenied, 0},
	{"unauthorizedoperation", errkit.PermissionDenied, 0},
	{"notauthorized", errkit.PermissionDenied, 0},
	{"nosuchkey", errkit.NotFound, 0},
	{"nosuchbucket", errkit.NotFound, 0},
	{"nosuchentity", errkit.NotFound, 0},
	{"resourceinuse", errkit.Conflict, 0},
	{"concurrentmodification", errkit.Conflict, 0},
	{"throttling", errkit.RateLimited, 0},
	{"throttled", errkit.RateLimited, 0},
	{"provisionedthroughputexceeded", errkit.RateLimited, 0},
	{"requestlimitexceeded", errkit.RateLimited, 0},
	{"slowdown", errkit.RateLimited, 0},
	{"unknownoperation", errkit.MethodNotFound, 0},
	{"internalfailure", errkit.Internal, 0},
	{"limitexceeded", errkit.RateLimited, errkit.AfterAction},
	// Azure, Microsoft Graph, Kubernetes
	{"badargument", errkit.InvalidInput, 0},
	{"invalidauthenticationtoken", errkit.Unauthenticated, 0},
	{"authorizationfailed", errkit.PermissionDenied, 0},
	{"servertimeout", errkit.Timeout, 0},
	{"serverbusy", errkit.Unavailable, 0},
	{"*notready", errkit.Unavailable, 0},
	{"gone", errkit.NotFound, 0},
	// OpenAI, Anthropic, Stripe
	{"invalidapikey", errkit.Unauthenticated, 0},
	{"authentication", errkit.Unauthenticated, 0},
	{"permission", errkit.PermissionDenied, 0},
	{"resourcemissing", errkit.NotFound, 0},
	{"requesttoolarge", errkit.TooLarge, 0},
	{"ratelimit", errkit.RateLimited, 0},
	{"insufficientquota", errkit.RateLimited, errkit.AfterAction},
	{"overloaded", errkit.Unavailable, 0},
	{"api", errkit.Internal, 0},
	{"idempotency", errkit.InvalidRequest, 0},
	{"server", errkit.Internal, 0},
	// Slack, Notion, Supabase, Docker, Bitbucket
	{"nosuchproject", errkit.NotFound, 0},
	{"nosuchrepository", errkit.NotFound, 0},
	{"invalidauth", errkit.Unauthenticated, 0},
	{"notauthed", errkit.Unauthenticated, 0},
	{"accountinactive", errkit.Unauthenticated, 0},
	{"tokenexpired", errkit.AuthExpired, 0},
	{"tokenrevoked", errkit.AuthExpired, 0},
	{"missingscope", errkit.PermissionDenied, 0},
	{"nopermission", errkit.PermissionDenied, 0},
	{"restrictedaction", errkit.PermissionDenied, 0},
	{"notallowedtokentype", errkit.PermissionDenied, 0},
	{"teamaccessnotgranted", errkit.PermissionDenied, 0},
	{"notinchannel", errkit.FailedPrecondition, 0},
	{"isarchived", errkit.FailedPrecondition, 0},
	{"nametaken", errkit.Conflict, 0},
	{"notext", errkit.InvalidInput, 0},
	{"restrictedresource", errkit.PermissionDenied, 0},
	{"overrequestratelimit", errkit.RateLimited, 0},
	{"manifestunknown", errkit.NotFound, 0},
	{"nameunknown", errkit.NotFound, 0},
	{"blobunknown", errkit.NotFound, 0},
	// APNs
	{"expiredprovidertoken", errkit.AuthExpired, 0},
	{"invalidprovidertoken", errkit.Unauthenticated, 0},
	{"missingprovidertoken", errkit.Unauthenticated, 0},
	{"toomanyprovidertokenupdates", errkit.RateLimited, 0},
	{"baddevicetoken", errkit.InvalidInput, 0},
	{"badtopic", errkit.InvalidInput, 0},
	{"missingtopic", errkit.InvalidInput, 0},
	{"payloadempty", errkit.InvalidInput, 0},
	{"unregistered", errkit.NotFound, 0},
	// Matrix, MediaWiki, Okta, OpenStack
	{"overlimit", errkit.RateLimited, 0},
	{"munknowntoken", errkit.Unauthenticated, 0},
	{"mmissingtoken", errkit.Unauthenticated, 0},
	{"mlimitexceeded", errkit.RateLimited, 0},
	{"missingtitle", errkit.NotFound, 0},
	{"maxlag", errkit.Unavailable, 0},
	{"e0000001", errkit.InvalidInput, 0},
	{"e0000004", errkit.Unauthenticated, 0},
	{"e0000006", errkit.PermissionDenied, 0},
	{"e0000007", errkit.NotFound, 0},
	{"e0000011", errkit.Unauthenticated, 0},
	{"e0000047", errkit.RateLimited, 0},
	// SCIM (RFC 7644 §3.12), HL7 FHIR
	{"uniqueness", errkit.Conflict, 0},
	{"invalidfilter", errkit.InvalidInput, 0},
	{"invalidsyntax", errkit.InvalidInput, 0},
	{"invalidpath", errkit.InvalidInput, 0},
	{"invalidvalue", errkit.InvalidInput, 0},
	{"mutability", errkit.InvalidInput, 0},
	{"notarget", errkit.InvalidInput, 0},
	{"invariant", errkit.InvalidInput, 0},
	// GraphQL
	{"input", errkit.InvalidInput, 0},
	{"complexity", errkit.RateLimited, 0},
	{"baduserinput", errkit.InvalidInput, 0},
	{"graphqlparsefailed", errkit.InvalidRequest, 0},
	{"graphqlvalidationfailed", errkit.InvalidRequest, 0},
	// OAuth 2.0, in places of other APIs
	{"invalidtoken", errkit.Unauthenticated, 0},
	{"insufficientscope", errkit.PermissionDenied, 0},
	{"invalidgrant", errkit.AuthExpired, 0},
	// SQL engines, Elasticsearch, Zoho
	{"*syntax", errkit.InvalidInput, 0},
	{"illegalargument", errkit.InvalidInput, 0},
	{"argument", errkit.InvalidInput, 0},
	{"arguments", errkit.InvalidInput, 0},
	{"mandatorynotfound", errkit.InvalidInput, 0},
	// Node.js
	{"enotfound", errkit.Network, 0},
	{"econnrefused", errkit.Network, 0},
	{"econnreset", errkit.Network, 0},
	{"ehostunreach", errkit.Network, 0},
	{"enetunreach", errkit.Network, 0},
	{"epipe", errkit.Network, 0},
	{"etimedout", errkit.Timeout, 0},
	{"esockettimedout", errkit.Timeout, 0},
	{"enoent", errkit.NotFound, 0},
	{"eexist", errkit.Conflict, 0},
	{"eacces", errkit.PermissionDenied, 0},
	{"eperm", errkit.PermissionDenied, 0},
	// The names of HTTP statuses, and what many APIs call them
	{"badrequest", errkit.InvalidRequest, 0},
	{"invalidrequest*", errkit.InvalidRequest, 0},
	{"invalid", errkit.InvalidRequest, 0},
	{"malformedrequest*", errkit.InvalidRequest, 0},
	{"malformedxml", errkit.InvalidRequest, 0},
	{"malformedjson", errkit.InvalidRequest, 0},
	{"malformedbody", errkit.InvalidRequest, 0},
	{"parse", errkit.InvalidRequest, 0},
	{"*jsonparse", errkit.InvalidRequest, 0},
	{"httpmessagenotreadable", errkit.InvalidRequest, 0},
	{"*requestinvalid", errkit.InvalidRequest, 0},
	{"*unauthorized", errkit.Unauthenticated, 0},
	{"*unauthorised", errkit.Unauthenticated, 0},
	{"*unauthenticated", errkit.Unauthenticated, 0},
	{"*notauthenticated", errkit.Unauthenticated, 0},
	{"*authenticationfailed", errkit.Unauthenticated, 0},
	{"*authenticationfailure", errkit.Unauthenticated, 0},
	{"*authenticationrequired", errkit.Unauthenticated, 0},
	{"invalidauth*", errkit.Unauthenticated, 0},
	{"*invalidtoken", errkit.Unauthenticated, 0},
	{"*invalidaccesstoken", errkit.Unauthenticated, 0},
	{"*invalidapikey", errkit.Unauthenticated, 0},
	{"*invalidcredentials", errkit.Unauthenticated, 0},
	{"*invalidclient", errkit.Unauthenticated, 0},
	{"*invalidsignature", errkit.Unauthenticated, 0},
	{"*incorrectcredentials", errkit.Unauthenticated, 0},
	{"*missingapikey", errkit.Unauthenticated, 0},
	{"*missingtoken", errkit.Unauthenticated, 0},
	{"extraforbidden", errkit.InvalidInput, 0},
	{"unique*violation", errkit.Conflict, 0},
	{"missing*authorization", errkit.Unauthenticated, 0},
	{"missing*credentials", errkit.Unauthenticated, 0},
	{"missing*token", errkit.Unauthenticated, 0},
	{"missing*apikey", errkit.Unauthenticated, 0},
	{"missing*authentication", errkit.Unauthenticated, 0},
	{"noauthentication*", errkit.Unauthenticated, 0},
	{"invalid*accesstoken", errkit.Unauthenticated, 0},
	{"invalid*apikey", errkit.Unauthenticated, 0},
	{"invalidjwt*", errkit.Unauthenticated, 0},
	{"invalid*credentials", errkit.Unauthenticated, 0},
	{"malformed*token", errkit.Unauthenticated, 0},
	{"invalid*apikeys", errkit.Unauthenticated, 0},
	{"invalid*accesskey", errkit.Unauthenticated, 0},
	{"*notloggedin", errkit.Unauthenticated, 0},
	{"*badcredentials", errkit.Unauthenticated, 0},
	{"*incorrectpassword", errkit.Unauthenticated, 0},
	{"*wrongpassword", errkit.Unauthenticated, 0},
	{"*invalidlogin", errkit.Unauthenticated, 0},
	{"*authfailed", errkit.Unauthenticated, 0},
	{"*loginfailed", errkit.Unauthenticated, 0},
	{"*signaturemismatch", errkit.Unauthenticated, 0},
	{"incompletesignature", errkit.Unauthenticated, 0},
	{"noauthtoken", errkit.Unauthenticated, 0},
	{"notoken", errkit.Unauthenticated, 0},
	{"nocredentials", errkit.Unauthenticated, 0},
	{"jsonwebtoken", errkit.Unauthenticated, 0},
	{"jwtmalformed", errkit.Unauthenticated, 0},
	{"*tokenmalformed", errkit.Unauthenticated, 0},
	{"*apikeynotfound", errkit.Unauthenticated, 0},
	{"*apikeymissing", errkit.Unauthenticated, 0},
	{"missing*authorizationheader", errkit.Unauthenticated, 0},
	{"missing*authheader", errkit.Unauthenticated, 0},
	{"*tokennotvalid", errkit.Unauthenticated, 0},
	{"*tokenmissing", errkit.Unauthenticated, 0},
	{"*tokenrequired", errkit.Unauthenticated, 0},
	{"*credentialsinvalid", errkit.Unauthenticated, 0},
	{"*signatureinvalid", errkit.Unauthenticated, 0},
	{"*apikeyinvalid", errkit.Unauthenticated, 0},
	{"*accesskeyinvalid", errkit.Unauthenticated, 0},
	{"*jwtinvalid", errkit.Unauthenticated, 0},
	{"*tokeninvalid", errkit.Unauthenticated, 0},
	{"accesstokenexpired", errkit.AuthExpired, 0},
	{"*tokenexpired", errkit.AuthExpired, 0},
	{"signatureexpired", errkit.AuthExpired, 0},
	{"sessiontimedout", errkit.AuthExpired, 0},
	{"sessiontimeout", errkit.AuthExpired, 0},
	{"*keyexpired", errkit.AuthExpired, 0},
	{"*jwtexpired", errkit.AuthExpired, 0},
	{"*otpexpired", errkit.AuthExpired, 0},
	{"*loginexpired", errkit.AuthExpired, 0},
	{"*authenticationexpired", errkit.AuthExpired, 0},
	{"*authorizationexpired", errkit.AuthExpired, 0},
	{"*accessexpired", errkit.AuthExpired, 0},
	{"expired*token", errkit.AuthExpired, 0},
	{"expired*authentication", errkit.AuthExpired, 0},
	{"expired*session", errkit.AuthExpired, 0},
	{"expiredjwt", errkit.AuthExpired, 0},
	{"expiredcode", errkit.AuthExpired, 0},
	{"expiredapikey", errkit.AuthExpired, 0},
	{"*tokenrevoked", errkit.AuthExpired, 0},
	{"*sessionrevoked", errkit.AuthExpired, 0},
	{"revoked*token", errkit.AuthExpired, 0},
	{"*sessionexpired", errkit.AuthExpired, 0},
	{"*credentialsexpired", errkit.AuthExpired, 0},
	{"*expiredtoken", errkit.AuthExpired, 0},
	{"*expiredauthtoken", errkit.AuthExpired, 0},
	{"*expiredaccesstoken", errkit.AuthExpired, 0},
	{"*expiredcredentials", errkit.AuthExpired, 0},
	{"invalid*instancestate", errkit.FailedPrecondition, 0},
	{"invalid*clusterstate", errkit.FailedPrecondition, 0},
	{"invalid*snapshotstate", errkit.FailedPrecondition, 0},
	{"invalid*resourcestate", errkit.FailedPrecondition, 0},
	{"invalid*objectstate", errkit.FailedPrecondition, 0},
	{"invalid*transition", errkit.FailedPrecondition, 0},
	{"*notinitialized", errkit.FailedPrecondition, 0},
	{"bucketnotempty", errkit.FailedPrecondition, 0},
	{"*unexpectedstate", errkit.FailedPrecondition, 0},
	{"*incorrectstate", errkit.FailedPrecondition, 0},
	{"*wrongstate", errkit.FailedPrecondition, 0},
	{"*illegalstate", errkit.FailedPrecondition, 0},
	{"incorrect*state", errkit.FailedPrecondition, 0},
	{"incorrect*status", errkit.FailedPrecondition, 0},
	{"*notverified", errkit.FailedPrecondition, 0},
	{"*notconfirmed", errkit.FailedPrecondition, 0},
	{"*notactivated", errkit.FailedPrecondition, 0},
	{"operationnotallowed", errkit.FailedPrecondition, 0},
	{"*dependencyviolation", errkit.FailedPrecondition, 0},
	{"*invalidstate", errkit.FailedPrecondition, 0},
	{"invalidstate*", errkit.FailedPrecondition, 0},
	{"invalidjson", errkit.InvalidRequest, 0},
	{"invalidversion", errkit.InvalidRequest, 0},
	{"invalidoperation", errkit.InvalidRequest, 0},
	{"invalidsession*", errkit.InvalidRequest, 0},
	{"invaliduser*", errkit.InvalidRequest, 0},
	{"invalidpassword*", errkit.InvalidRequest, 0},
	{"*invalidparams", errkit.InvalidInput, 0},
	{"*invalidparameter", errkit.InvalidInput, 0},
	{"*parameterinvalid", errkit.InvalidInput, 0},
	{"*fieldinvalid", errkit.InvalidInput, 0},
	{"*valueinvalid", errkit.InvalidInput, 0},
	{"*argumentinvalid", errkit.InvalidInput, 0},
	{"invalid*", errkit.InvalidInput, 0},
	{"*loginrequired", errkit.AuthRequired, 0},
	{"*consentrequired", errkit.AuthRequired, 0},
	{"*accessdenied", errkit.PermissionDenied, 0},
	{"*permissiondenied", errkit.PermissionDenied, 0},
	{"*notauthorized", errkit.PermissionDenied, 0},
	{"*forbidden", errkit.PermissionDenied, 0},
	{"readonly*", errkit.PermissionDenied, 0},
	{"denied", errkit.PermissionDenied, 0},
	{"*permissionsdenied", errkit.PermissionDenied, 0},
	{"*authorizationfailed", errkit.PermissionDenied, 0},
	{"forbidden*", errkit.PermissionDenied, 0},
	{"*insufficientprivilege", errkit.PermissionDenied, 0},
	{"noaccess", errkit.PermissionDenied, 0},
	{"*ipnotallowed", errkit.PermissionDenied, 0},
	{"*notwhitelisted", errkit.PermissionDenied, 0},
	{"*userbanned", errkit.PermissionDenied, 0},
	{"adminrequired", errkit.PermissionDenied, 0},
	{"*rolerequired", errkit.PermissionDenied, 0},
	{"*planrequired", errkit.PermissionDenied, 0},
	{"planupgraderequired", errkit.PermissionDenied, 0},
	{"*lackspermissions", errkit.PermissionDenied, 0},
	{"*lackspermission", errkit.PermissionDenied, 0},
	{"*notenoughpermissions", errkit.PermissionDenied, 0},
	{"*missingpermissions", errkit.PermissionDenied, 0},
	{"*missingpermission", errkit.PermissionDenied, 0},
	{"*planrestricted", errkit.PermissionDenied, 0},
	{"*accessrestricted", errkit.PermissionDenied, 0},
	{"*featurerestricted", errkit.PermissionDenied, 0},
	{"insufficientaccess*", errkit.PermissionDenied, 0},
	{"missing*scope", errkit.PermissionDenied, 0},
	{"missing*scopes", errkit.PermissionDenied, 0},
	{"missing*permission", errkit.PermissionDenied, 0},
	{"missing*permissions", errkit.PermissionDenied, 0},
	{"*accountsuspended", errkit.PermissionDenied, 0},
	{"*accountdisabled", errkit.PermissionDenied, 0},
	{"*accountlocked", errkit.PermissionDenied, 0},
	{"*usersuspended", errkit.PermissionDenied, 0},
	{"*userdisabled", errkit.PermissionDenied, 0},
	{"*userblocked", errkit.PermissionDenied, 0},
	{"*notpermitted", errkit.PermissionDenied, 0},
	{"*insufficientpermission", errkit.PermissionDenied, 0},
	{"*insufficientpermissions", errkit.PermissionDenied, 0},
	{"*insufficientprivileges", errkit.PermissionDenied, 0},
	{"*insufficientrights", errkit.PermissionDenied, 0},
	{"*insufficientscope", errkit.PermissionDenied, 0},
	{"methodnotallowed", errkit.MethodNotAllowed, 0},
	{"methodnotfound", errkit.MethodNotFound, 0},
	{"toolnotfound", errkit.ToolNotFound, 0},
	{"*notfound", errkit.NotFound, 0},
	{"notfound*", errkit.NotFound, 0},
	{"unknownmodel", errkit.NotFound, 0},
	{"unknownresource", errkit.NotFound, 0},
	{"unknownuser", errkit.NotFound, 0},
	{"*noexist", errkit.NotFound, 0},
	{"*doesnotexist*", errkit.NotFound, 0},
	{"undefinedtable", errkit.NotFound, 0},
	{"unknowntable", errkit.NotFound, 0},
	{"unknowncollection", errkit.NotFound, 0},
	{"unknowndatabase", errkit.NotFound, 0},
	{"unknownchannel", errkit.NotFound, 0},
	{"unknownaccount", errkit.NotFound, 0},
	{"*resourcegone", errkit.NotFound, 0},
	{"*resourcedeleted", errkit.NotFound, 0},
	{"couldntfind*", errkit.NotFound, 0},
	{"couldnotfind*", errkit.NotFound, 0},
	{"cannotfind*", errkit.NotFound, 0},
	{"*nolongeravailable", errkit.NotFound, 0},
	{"*isdeleted", errkit.NotFound, 0},
	{"*notexist", errkit.NotFound, 0},
	{"*notexists", errkit.NotFound, 0},
	{"nosuch*", errkit.NotFound, 0},
	{"conflict", errkit.Conflict, 0},
	{"*versionmismatch", errkit.Conflict, 0},
	{"*conflict", errkit.Conflict, 0},
	{"concurrentmodif*", errkit.Conflict, 0},
	{"concurrentupdate*", errkit.Conflict, 0},
	{"concurrentwrite*", errkit.Conflict, 0},
	{"staleobject*", errkit.Conflict, 0},
	{"staleversion*", errkit.Conflict, 0},
	{"*optimisticlock*", errkit.Conflict, 0},
	{"*emailtaken", errkit.Conflict, 0},
	{"*slugtaken", errkit.Conflict, 0},
	{"serializationfailure", errkit.Conflict, 0},
	{"deadlockdetected", errkit.Conflict, 0},
	{"*deadlock", errkit.Conflict, 0},
	{"*etagmismatch", errkit.Conflict, 0},
	{"versionconflictengine", errkit.Conflict, 0},
	{"contended*", errkit.Conflict, 0},
	{"*collision", errkit.Conflict, 0},
	{"resourcemodified", errkit.Conflict, 0},
	{"*lockrow", errkit.Conflict, 0},
	{"locked", errkit.Conflict, 0},
	{"*resourcelocked", errkit.Conflict, 0},
	{"*scopelocked", errkit.Conflict, 0},
	{"*rowlocked", errkit.Conflict, 0},
	{"*notunique", errkit.Conflict, 0},
	{"*mustbeunique", errkit.Conflict, 0},
	{"*nametaken", errkit.Conflict, 0},
	{"*alreadytaken", errkit.Conflict, 0},
	{"*nameunavailable", errkit.Conflict, 0},
	{"*beingdeleted", errkit.Conflict, 0},
	{"*beingcreated", errkit.Conflict, 0},
	{"*beingupdated", errkit.Conflict, 0},
	{"*exists", errkit.Conflict, 0},
	{"*already*", errkit.Conflict, 0},
	{"*inuse", errkit.Conflict, 0},
	{"duplicate*", errkit.Conflict, 0},
	{"*duplicate", errkit.Conflict, 0},
	{"*preconditionfailed", errkit.FailedPrecondition, 0},
	{"*preconditionnotmet", errkit.FailedPrecondition, 0},
	{"conditionnotmet", errkit.FailedPrecondition, 0},
	{"*insufficientfunds", errkit.FailedPrecondition, 0},
	{"*insufficientbalance", errkit.FailedPrecondition, 0},
	{"*insufficientcredits", errkit.FailedPrecondition, 0},
	{"*nomorecredits", errkit.FailedPrecondition, 0},
	{"*outofcredits", errkit.FailedPrecondition, 0},
	{"*creditsexhausted", errkit.FailedPrecondition, 0},
	{"*notenoughbalance", errkit.FailedPrecondition, 0},
	{"*notenoughcredits", errkit.FailedPrecondition, 0},
	{"*notenoughfunds", errkit.FailedPrecondition, 0},
	{"*exhaustedbalance", errkit.FailedPrecondition, 0},
	{"*creditsexceeded", errkit.FailedPrecondition, 0},
	{"arrearage", errkit.FailedPrecondition, 0},
	{"*pastdue", errkit.FailedPrecondition, 0},
	{"*carddeclined", errkit.FailedPrecondition, 0},
	{"*paymentrequired", errkit.FailedPrecondition, 0},
	{"*toolarge", errkit.TooLarge, 0},
	{"*sizelimitexceeded", errkit.TooLarge, 0},
	{"*sizeexceeded", errkit.TooLarge, 0},
	{"*maxlengthexceeded", errkit.InvalidInput, 0},
	{"limitfilesize", errkit.TooLarge, 0},
	{"*lengthexceeded", errkit.TooLarge, 0},
	{"*payloadtoobig", errkit.TooLarge, 0},
	{"*abovemaxlength", errkit.InvalidInput, 0},
	{"*belowminlength", errkit.InvalidInput, 0},
	{"ratelimited", errkit.RateLimited, 0},
	{"*ratelimit", errkit.RateLimited, 0},
	{"*ratelimitexceeded", errkit.RateLimited, 0},
	{"*ratelimitreached", errkit.RateLimited, 0},
	{"*resourcelimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*rateexceeded", errkit.RateLimited, 0},
	{"exceededrate", errkit.RateLimited, 0},
	{"*ratelimithit", errkit.RateLimited, 0},
	{"*ratelimiting", errkit.RateLimited, 0},
	{"activitylimitreached", errkit.RateLimited, 0},
	{"*concurrentlimitexceeded", errkit.RateLimited, 0},
	{"concurrent*exceeded", errkit.RateLimited, 0},
	{"*concurrentrequests*", errkit.RateLimited, 0},
	{"floodwait*", errkit.RateLimited, 0},
	{"*concurrencylimitexceeded", errkit.RateLimited, 0},
	{"*requestsexceeded", errkit.RateLimited, 0},
	{"*usagelimitexceeded", errkit.RateLimited, 0},
	{"*usagelimitreached", errkit.RateLimited, 0},
	{"*dailylimitreached", errkit.RateLimited, 0},
	{"*monthlylimitreached", errkit.RateLimited, 0},
	{"*quotareached", errkit.RateLimited, 0},
	{"*quotaexhausted", errkit.RateLimited, 0},
	{"*quotaexceeded", errkit.RateLimited, 0},
	{"quotasexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*limitreached", errkit.RateLimited, errkit.AfterAction},
	{"*budgetexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*budgetexhausted", errkit.RateLimited, errkit.AfterAction},
	{"*servicelimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*planlimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*accountlimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"overquota", errkit.RateLimited, errkit.AfterAction},
	{"outofquota", errkit.RateLimited, errkit.AfterAction},
	{"*monthlylimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*dailylimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*apilimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*creditlimitexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*capexceeded", errkit.RateLimited, errkit.AfterAction},
	{"*quotaviolation", errkit.RateLimited, errkit.AfterAction},
	{"toomanyattempts", errkit.RateLimited, 0},
	{"*requestlimitexceeded", errkit.RateLimited, 0},
	{"*toomanyrequests", errkit.RateLimited, 0},
	{"*toomanycalls", errkit.RateLimited, 0},
	{"*throttled", errkit.RateLimited, 0},
	{"*throttling", errkit.RateLimited, 0},
	{"throttle*", errkit.RateLimited, 0},
	{"internalserver", errkit.Internal, 0},
	{"system", errkit.Internal, 0},
	{"database", errkit.Internal, 0},
	{"db", errkit.Internal, 0},
	{"nullpointer", errkit.Internal, 0},
	{"badgateway", errkit.UpstreamFailed, 0},
	{"upstream", errkit.UpstreamFailed, 0},
	{"network", errkit.Network, 0},
	{"connection", errkit.Network, 0},
	{"connectionrefused", errkit.Network, 0},
	{"connectionreset", errkit.Network, 0},
	{"requestcanceled", errkit.Canceled, 0},
	{"requestcancelled", errkit.Canceled, 0},
	{"operationcanceled", errkit.Canceled, 0},
	{"operationcancelled", errkit.Canceled, 0},
	{"fatal", errkit.Internal, 0},
	{"*internalserver", errkit.Internal, 0},
	{"unexpected", errkit.Internal, 0},
	{"*notimplemented", errkit.Unsupported, 0},
	{"*unsupportedversion", errkit.UnsupportedVersion, 0},
	{"unsupportedapiversion", errkit.UnsupportedVersion, 0},
	{"*versionnotsupported", errkit.UnsupportedVersion, 0},
	{"*notsupported", errkit.Unsupported, 0},
	{"unsupportedoperation", errkit.Unsupported, 0},
	{"unsupportedcode", errkit.InvalidInput, 0}, // of a currency
	{"*serviceunavailable", errkit.Unavailable, 0},
	{"*serverunavailable", errkit.Unavailable, 0},
	{"*resourceunavailable", errkit.Unavailable, 0},
	{"*institutiondown", errkit.Unavailable, 0},
	{"*overloaded", errkit.Unavailable, 0},
	{"*overload", errkit.Unavailable, 0},
	{"resourceinsufficient", errkit.Unavailable, 0},
	{"maintenance", errkit.Unavailable, 0},
	{"maintenancemode", errkit.Unavailable, 0},
	{"*inmaintenance", errkit.Unavailable, 0},
	{"*backendunavailable", errkit.Unavailable, 0},
	{"*upstreamunavailable", errkit.Unavailable, 0},
	{"*systemunavailable", errkit.Unavailable, 0},
	{"*databaseunavailable", errkit.Unavailable, 0},
	{"*serverbusy", errkit.Unavailable, 0},
	{"*systembusy", errkit.Unavailable, 0},
	{"*servicebusy", errkit.Unavailable, 0},
	{"insufficient*capacity", errkit.Unavailable, 0},
	{"*temporarilyunavailable", errkit.Unavailable, 0},
	{"*undermaintenance", errkit.Unavailable, 0},
	// What is wrong with an input
	{"unprocessableentity", errkit.InvalidInput, 0},
	{"*queryparse", errkit.InvalidInput, 0},
	{"*parsing", errkit.InvalidInput, 0},
	{"outputvalidation", errkit.OutputInvalid, 0},
	{"*validation", errkit.InvalidInput, 0},
	{"validation*", errkit.InvalidInput, 0},
	{"validator", errkit.InvalidInput, 0},
	{"*validator", errkit.InvalidInput, 0},
	{"unprocessable*", errkit.InvalidInput, 0},
	{"*typemismatch", errkit.InvalidInput, 0},
	{"*outofrange", errkit.InvalidInput, 0},
	{"*notnull", errkit.InvalidInput, 0},
	{"weakpassword", errkit.InvalidInput, 0},
	{"*weakpassword", errkit.InvalidInput, 0},
	{"*passwordtooweak", errkit.InvalidInput, 0},
	{"malformed*", errkit.InvalidInput, 0},
	{"*malformed", errkit.InvalidInput, 0},
	{"*validationfailed", errkit.InvalidInput, 0},
	{"*constraintviolation", errkit.InvalidInput, 0},
	{"*missingparameter", errkit.InvalidInput, 0},
	{"*parametermissing", errkit.InvalidInput, 0},
	{"missingrequired*", errkit.InvalidInput, 0},
	{"missing*parameter", errkit.InvalidInput, 0},
	{"missing*parameters", errkit.InvalidInput, 0},
	{"missing*field", errkit.InvalidInput, 0},
	{"missing*fields", errkit.InvalidInput, 0},
	{"missing*argument", errkit.InvalidInput, 0},
	{"missing*arguments", errkit.InvalidInput, 0},
	{"missing*param", errkit.InvalidInput, 0},
	{"missing*params", errkit.InvalidInput, 0},
	{"*parametersmissing", errkit.InvalidInput, 0},
	{"*argumentmissing", errkit.InvalidInput, 0},
	{"*fieldmissing", errkit.InvalidInput, 0},
	{"*fieldsmissing", errkit.InvalidInput, 0},
	{"parameter", errkit.InvalidInput, 0},
	{"requiredfield", errkit.InvalidInput, 0},
	{"argumentnull", errkit.InvalidInput, 0},
	{"numberformat", errkit.InvalidInput, 0},
	{"unrecognizedparameter", errkit.InvalidInput, 0},
	{"unrecognizedfield", errkit.InvalidInput, 0},
	{"parameterunknown", errkit.InvalidInput, 0},
	{"unexpectedparameter", errkit.InvalidInput, 0},
	{"unexpectedfield", errkit.InvalidInput, 0},
	{"unexpectedproperty", errkit.InvalidInput, 0},
	{"checkviolation", errkit.InvalidInput, 0},
	{"*notnullviolation", errkit.InvalidInput, 0},
	{"methodargumentnotvalid", errkit.InvalidInput, 0},
	{"bind", errkit.InvalidInput, 0},
	{"wrongtype", errkit.InvalidInput, 0},
	{"*variablemissing", errkit.InvalidInput, 0},
	{"*parammissing", errkit.InvalidInput, 0},
	{"*parameterrequired", errkit.InvalidInput, 0},
	{"*paramrequired", errkit.InvalidInput, 0},
	{"*argumentrequired", errkit.InvalidInput, 0},
	{"unknown*field", errkit.InvalidInput, 0},
	{"unknown*fieldname", errkit.InvalidInput, 0},
	{"unknown*parameter", errkit.InvalidInput, 0},
	{"unknown*argument", errkit.InvalidInput, 0},
	{"unknown*attribute", errkit.InvalidInput, 0},
	{"unknown*property", errkit.InvalidInput, 0},
	{"*requiredparameter", errkit.InvalidInput, 0},
	{"*missingfield", errkit.InvalidInput, 0},
	{"*fieldrequired", errkit.InvalidInput, 0},
	{"*valuerequired", errkit.InvalidInput, 0},
	{"unsupportedparameter", errkit.InvalidInput, 0},
	{"unsupportedvalue", errkit.InvalidInput, 0},
	{"badvalue", errkit.InvalidInput, 0},
	{"*validationfailure", errkit.InvalidInput, 0},
	{"zod", errkit.InvalidInput, 0},
	{"wrongparam*", errkit.InvalidInput, 0},
	{"badparam*", errkit.InvalidInput, 0},
	{"badinput", errkit.InvalidInput, 0},
	{"*toolong", errkit.InvalidInput, 0},
	{"*tooshort", errkit.InvalidInput, 0},
	{"*timeout", errkit.Timeout, 0},
	{"*timedout", errkit.Timeout, 0},
	{"*deadlineexceeded", errkit.Timeout, 0},
	{"*unsupported*", errkit.Unsupported, 0},
	{"*invalid*", errkit.InvalidInput, 0},
}

// spelledCodes are codes that mean something else in another spelling.
var spelledCodes = [...]struct {
	code string
	kind errkit.Kind
}{
	{"NotAuthorizedException", errkit.Unauthenticated}, // Cognito and JAX-RS; NotAuthorized is a lack of permission
	{"constraint-violation", errkit.Conflict},          // Hasura, of a database; ConstraintViolationException is of a validator
	{"parameter_not_found", errkit.InvalidInput},       // ParameterNotFound is a resource of AWS
}

// lookupCode returns the kind of a string code that HTTP APIs share, and the retry if it is not that of the kind. A namespace
// before "#", "." or a backslash and what follows ":" are not a part of the code: "com.example#NotFoundException:https://example.com". Of a URL
// the last segment counts: "https://example.com/problems/not-found". A code may also start with its class: "Throttling.User".
func lookupCode(code string) (k errkit.Kind, retry errkit.Retry, ok bool) {
	isURL := strings.HasPrefix(code, "https://")
	if isURL {
		code = path.Base(code)
	}
	code, _, _ = strings.Cut(code, ":")
	last := strings.LastIndexAny(code, "#.\\")
	for _, c := range spelledCodes {
		if c.code == code[last+1:] && !isURL {
			return c.kind, 0, true
		}
	}
	class, _, dotted := strings.Cut(code, ".")
	if dotted = dotted && class != "" && class[0] >= 'A' && class[0] <= 'Z'; dotted { // Alibaba Cloud, Tencent Cloud
		if k, retry, ok = lookupName(class, false); ok {
			return k, retry, ok
		}
	}
	if dotted && code[last+1:] == "INVALID" { // COUNTRY.INVALID
		return errkit.InvalidInput, 0, true
	}
	if k, retry, ok = lookupName(code[last+1:], true); !ok && dotted {
		return lookupName(class, true)
	}
	return k, retry, ok
}

// lookupName returns the kind of a code without a namespace, which may be only the start or the end of it. A phrase is a code if it is
// the whole of a row: "Missing parameter".
func lookupName(code string, parts bool) (k errkit.Kind, retry errkit.Retry, ok bool) {
	var room [64]byte
	if len(code) > len(room) {
		return 0, 0, false
	}
	parts = parts && strings.IndexByte(code, ' ') < 0
	normal := string(normalCode(room[:0], code))
	if normal == "" {
		return 0, 0, false
	}
	for i := range codeRows {
		if codeRows[i].matches(normal, parts) {
			if apiCodes[i].kind == errkit.InvalidInput && codeRows[i].open && isOtherFault(normal) {
				return 0, 0, false
			}
			return apiCodes[i].kind, apiCodes[i].retry, true
		}
	}
	return 0, 0, false
}

// otherWords are parts of codes that are not about the input although they have "invalid" or "validation".
var otherWords = [...]string{"response", "reply", "output", "config", "certificate", "server", "upstream", "invalidat", "notinvalid", "passed", "succe", "completed"}

// isOtherFault reports whether a code, as [normalCode] returns it, has one of otherWords.
func isOtherFault(code string) bool {
	return slices.ContainsFunc(otherWords[:], func(word string) bool { return strings.Contains(code, word) })
}

// A codeRow is the code of a row of apiCodes, split at its first "*".
type codeRow struct {
	start, end  string // of the code
	first, last byte   // of start and of end, 0 for an empty one: a quick check
	open        bool   // there may be any text between them
	within      bool   // the row is "*already*": start may be anywhere
}

// codeRows are the rows of apiCodes in their order.
var codeRows = func() (rows [len(apiCodes)]codeRow) {
	for i := range rows {
		r := &rows[i]
		r.start, r.end, r.open = strings.Cut(apiCodes[i].code, "*")
		if !r.open {
			r.end = r.start
		}
		if middle, within := strings.CutSuffix(r.end, "*"); within {
			r.start, r.end, r.within = middle, "", true
			continue
		}
		if r.start != "" {
			r.first = r.start[0]
		}
		if r.end != "" {
			r.last = r.end[len(r.end)-1]
		}
	}
	return rows
}()

// matches reports whether a code, which is not empty, is the one of the row; parts reports whether "*"
// may be any text, else it is none.
func (r *codeRow) matches(code string, parts bool) bool {
	switch {
	case r.first != 0 && r.first != code[0], r.last != 0 && r.last != code[len(code)-1]:
		return false
	case !r.open:
		return code == r.start
	case r.within:
		return code == r.start || parts && strings.Contains(code, r.start)
	case len(code) < len(r.start)+len(r.end) || len(code) > len(r.start)+len(r.end) && !parts:
		return false
	}
	return strings.HasPrefix(code, r.start) && strings.HasSuffix(code, r.end)
}

// normalCode appends a code in small letters, without what is not a letter or a digit, and without "exception", "error", "fault"
// or "http" at its end: "NotFoundException", "NOT_FOUND", "not_found_error" and "NotFoundHttpException" are "notfound".
func normalCode(dst []byte, code string) []byte {
	for i := range len(code) {
		switch c := code[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			dst = append(dst, c)
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c|' ')
		}
	}
	for _, end := range [...]string{"exception", "error", "fault", "http"} {
		if n := len(dst) - len(end); n > 0 && string(dst[n:]) == end {
			dst = dst[:n]
		}
	}
	return dst
}
