package leak_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/leak"
)

func TestRemove(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a URL with a password", "dial postgres://app:x9@db.example:5432/orders?a=b: refused",
			"dial [withheld] refused"},
		{"a URL with a password only", "redis://:x9@cache:6379/0", ""},
		{"a slash in the password", `parse "postgres://u:pa/ss@db:5432/x": invalid port ":pa" after host`,
			`parse "[withheld] after host`},
		{"an at sign in the password", "dial mongodb+srv://u:p@s/x9@db.example/x failed", "dial [withheld] failed"},
		{"a slash in the only password", "redis://:pa/ss@cache:6379/0", ""},
		{"capital letters in the scheme", "dial AMQPS://u:pa/ss@mq/v: refused", "dial [withheld] refused"},
		{"two databases", "postgres://u:a/b@db/x, sqlserver://u:c/d@db?x=y", ""},
		{"a DSN of PostgreSQL, the password first", "cannot connect: password=s3cret host=db user=app",
			"cannot connect: [withheld]"},
		{"a DSN of SQL Server, the password first", "Login failed. Pwd=x9;Uid=app;Server=db;",
			"Login failed. [withheld]"},
		{"a quoted password first", "bad DSN: password='s3 cret' host=db", "bad DSN: [withheld]"},
		{"a DSN of MySQL", "open app:x9@tcp(db:3306)/orders failed", "open [withheld] failed"},
		{"a DSN of PostgreSQL", "cannot connect: host=db user=app password=x9 dbname=orders",
			"cannot connect: [withheld]"},
		{"a DSN of SQL Server", "Login failed. Server=db;User Id=app;Password=x9;", "Login failed. [withheld]"},
		{"a JSON Web Token", "expired: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl!", "expired: [withheld]!"},
		{"a key", "The key sk-proj-abcdefgh0123456789 is wrong.", "The key [withheld] is wrong."},
		{"two keys", "ghp_0123456789abcdefghij, AKIA0123456789ABCDEF", ""},
		{"a bearer token", "sent Bearer abcdefghij0123456789==, refused", "sent [withheld], refused"},
		{"a private key", "bad key -----BEGIN RSA PRIVATE KEY-----\nMIIE\n", "bad key [withheld]"},
		{"Python", "No.\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError",
			"No.\n[withheld]"},
		{"JavaScript", "TypeError: x\n    at ring (/srv/app.js:1:2)\n    at node:internal/timers:1:2",
			"TypeError: x\n    [withheld]"},
		{"Java", "Failed: at com.bells.Ring.ring(Ring.java:7)", "Failed: [withheld]"},
		{".NET", `Failed. at Bells.Ring() in C:\src\Ring.cs:line 7`, "Failed. [withheld]"},
		{"Go", "broken\ngoroutine 1 [running]:\nmain.main()", "broken\n[withheld]"},
		{"PHP", "Failed\n#0 /srv/a.php(7): ring()", "Failed\n[withheld]"},
		{"Ruby", "app/ring.rb:7:in `ring': no bell", ""},
		{"SELECT", `failed: SELECT id, name FROM "bells" WHERE id = 7`, "failed: [withheld]"},
		{"SELECT, many columns", `failed: SELECT id, ` + strings.Repeat(`"bells"."name", `, 100) + `key FROM "bells"`, "failed: [withheld]"},
		{"SELECT, a function", "failed: SELECT COUNT(*)\nFROM bells", "failed: [withheld]"},
		{"select", "failed: select id from bells where owner = 'x'", "failed: [withheld]"},
		{"SELECT, all columns", "failed: SELECT * FROM bells b WHERE b.owner = 'x'", "failed: [withheld]"},
		{"SELECT, all columns and one", "failed: SELECT *, owner FROM bells", "failed: [withheld]"},
		{"INSERT", "failed: insert into bells (id) values (7)", "failed: [withheld]"},
		{"REPLACE", "failed: replace into bells (id) values (7)", "failed: [withheld]"},
		{"select, a function", "failed: select count(*) from bells where id = 7", "failed: [withheld]"},
		{"UPDATE", "failed: UPDATE bells SET owner = 'x'", "failed: [withheld]"},
		{"a path", "open /home/alice/bells.yaml: denied", "open [withheld]: denied"},
		{"a path with a space", "open '/Library/Application Support/Bells/x.plist'", "open '[withheld]'"},
		{"a path in a sentence", "See /var/log/bells/error.log.", "See [withheld]."},
		{"a path of a program", "no /app/src/ring.ts here", "no [withheld] here"},
		{"the URL of a file", "cannot read file:///home/alice/notes.md", "cannot read [withheld]"},
		{"a path of Windows", `open C:\Program Files\Bells\bells.ini failed`, "open [withheld] failed"},
		{"a share of Windows", `open \\fs01\share\bells.xlsx failed`, "open [withheld] failed"},
		{"an address", "dial tcp 10.2.3.4:5432: connect: refused", "dial tcp [withheld]: connect: refused"},
		{"an address at the end", "No route to 192.168.1.17.", "No route to [withheld]."},
		{"an address of IPv6", "no route to [fd00::7]:443", "no route to [withheld]"},
		{"a private name", "lookup db.prod.internal: no such host", "lookup [withheld]: no such host"},
		{"a private service", "Post http://orders.shop.svc.cluster.local:8080/x failed",
			"Post http://[withheld]/x failed"},
		{"a variable", "BELLS_SECRET=aB3dE5fG7 is wrong", "BELLS_SECRET=[withheld] is wrong"},
		{"a password", `{"password":"aB3dE5fG7"}`, `{"password":"[withheld]"}`},
		{"a password in the next line", "password:\n      aB3dE5fG7", "password:\n      [withheld]"},
		{"a password in a column", "password         =       aB3dE5fG7", "password         =       [withheld]"},
		{"a password in a sentence", "with password aB3dE5fG7 denied", "with password [withheld] denied"},
		{"a key in a header", "X-API-Key: 0a1b2c3d4e5f6a7b8c9d is unknown", "X-API-Key: [withheld] is unknown"},
		{"a key in a query", "GET https://a.example/v1?key=aB3dE5fG7hI9jK1lM3nO5&q=1",
			"GET https://a.example/v1?key=[withheld]&q=1"},
		{"a percent-encoded password", "to https://a.example/cb?next=%2Fin%3Fpassword%3DaB3dE5fG7&q=1 failed",
			"to https://a.example/cb?next=[withheld]&q=1 failed"},
		{"base64", "body cG9zdGdyZXM6Ly9hcHA6eDl5OEBkYi5leGFtcGxlL3g= refused", "body [withheld]= refused"},
		{"hex", "body 706f7374677265733a2f2f6170703a783979384064622e6578616d706c652f78 refused", "body [withheld] refused"},
		{"a JSON string", `{"log":"No.\n  password:\n aB3dE5fG7"}`, `{"log":"No.\n  password:\n [withheld]"}`},
		{"a stack in a JSON string", `{"kind":"boom\n\ngoroutine 1 [running]:\nmain.ring(0x7)\n\t/src/main.go:7 +0x1d","message":"No."}`,
			`{"kind":"boom\n\n[withheld]","message":"No."}`},
		{"JSON in a JSON string", `{"log":"{\"a\":\"Bearer\\n aB3dE5fG7hI9jK1lM3nO5\"}"}`,
			`{"log":"{\"a\":\"[withheld]\"}"}`},
		{"a cookie", "Cookie: a=1; sid=aB3dE5fG7", "Cookie: [withheld]"},
		{"an Authorization header", "Authorization: Token 0a1b2c3d4e refused", "Authorization: Token [withheld] refused"},
		{"a password without a pattern", `{"password":"summer2026"}`, `{"password":"[withheld]"}`},
		{"DELETE", "failed: delete from bells where id = 7", "failed: [withheld]"},
		{"a password of letters, behind a user", "login failed: user: alice, password: hunter",
			"login failed: user: alice, password: [withheld]"},
		{"the same in lines", "username=alice\npassword=hunter\nretry", "username=alice\npassword=[withheld]\nretry"},
		{"the same in JSON", `{"email":"a@b.example","password":"hunter"}`, `{"email":"a@b.example","password":"[withheld]"}`},
		{"a password of letters, in JSON", `{"host":"db","password":"hunter"}`, `{"host":"db","password":"[withheld]"}`},
		{"characters of HTML", "dsn postgres:&#x2F;&#x2F;app:pw7x&#64;db.example failed, password&#x3D;Hunter2x9Q",
			"dsn [withheld] failed, [withheld]"},
		{"characters of a program", `dsn postgres\u003a\u002f\u002fapp:pw7x@db.example failed, 'amqp:\x2f\x2fa:pw7x@mq'`,
			`dsn [withheld] failed, '[withheld]'`},
		{"slashes of JSON", `dsn postgres:\/\/app:pw7x@db.example failed`, "dsn [withheld] failed"},
		{"an attribute", `<add key="DbPassword" value="hunter"/>`, `<add key="DbPassword" value="[withheld]"/>`},
		{"an argument", `["mysql","--password","hunter"]`, `["mysql","--password","[withheld]"]`},
		{"an argument in lines", "mysql\n--root-password\nhunter\n-x", "mysql\n--root-password\n[withheld]\n-x"},
		{"spaces in a password", "dial postgres://app:my secret pw@db:5432/x failed", "dial [withheld] failed"},
		{"an apostrophe in a password", "dial mysql://app:pa'ss@w0rd@db/x failed", "dial [withheld] failed"},
		{"a short password in a header", "sent Basic dXNlcjpwYXNz, refused", "sent Basic [withheld], refused"},
		{"two addresses", "from 10.0.0.7-10.0.0.9, 10.0.0.7_prod", "from [withheld], [withheld]_prod"},
		{"a path of Windows with slashes", "open C:/Users/alice/key.pem failed", "open [withheld] failed"},
		{"base64 in lines", "body:\nc29tZSBsb25nIHRleHQgYmVmb3JlIHRoZSBkc24sIG9mIGEgbG9nOiBwb3N0Z3JlczovL2FwcDpR\neDcxbVB6MExyV3c4QHBnMS5leGFtcGxlOjU0MzIvc2hvcCBpcyB1bnJlYWNoYWJsZSBub3cgYW5k\nIHNvIG9u\nend",
			"body:\n[withheld]\nend"},
		{"base64 in lines of CRLF", "c29tZSBsb25nIHRleHQgYmVmb3JlIHRoZSBkc24sIG9mIGEgbG9nOiBwb3N0Z3Jl\r\nczovL2FwcDpReDcxbVB6MExyV3c4QHBnMS5leGFtcGxlOjU0MzIvc2hvcCBpcyB1\r\nbnJl end",
			"[withheld] end"},
		{"percent-encoding twice", "at https://a.example/cb?next=password%253DaB3dE5fG7 failed", "at https://a.example/cb?next=[withheld] failed"},
		{"a password before a host", "connect admin:S3cretPw9@db.prod.example failed", "connect admin:[withheld]@db.prod.example failed"},
		{"letters before a host and a port", "connect admin:hunter@db:5432 failed", "connect admin:[withheld]@db:5432 failed"},
		{"Python", "{'user': 'x', 'db_password': u'correcthorse'}", "{'user': 'x', 'db_password': u'[withheld]'}"},
		{"YAML", "db:\n  password:\n    correcthorse\n  port: 7", "db:\n  password:\n    [withheld]\n  port: 7"},
		{"a block of YAML", "password: |-\n  aB3dE5fG7\nport: 7", "password: |-\n  [withheld]\nport: 7"},
		{"an argument with its value", "mysqldump --password=correcthorse db", "mysqldump --password=[withheld] db"},
		{"a variable of letters", "export DB_PASSWORD=correcthorse", "export DB_PASSWORD=[withheld]"},
		{"TOML", "[db]\npassword = \"correcthorse\"", "[db]\npassword = \"[withheld]\""},
		{"Markdown", "password: `correcthorse`", "password: `[withheld]`"},
		{"Go", "{Host:db Password:correcthorse Port:7}", "{Host:db Password:[withheld] Port:7}"},
		{"PHP", "[\"password\"]=>\n  string(12) \"correcthorse\"", "[\"password\"]=>\n  string(12) \"[withheld]\""},
		{"XML", "<db:password>correcthorse</db:password>", "<db:password>[withheld]</db:password>"},
		{"quotation marks of typography", "Invalid password “correcthorse” for ada", "Invalid password “[withheld]” for ada"},
		{"a wide colon", "password：q7Ls90xzWdT4", "password：[withheld]"},
		{"a password like a rule", "password=Password:2024 was sent", "password=[withheld] was sent"},
		{"sshpass", "sshpass -p correcthorse ssh ada@db", "sshpass -p [withheld] ssh ada@db"},
		{"a list of YAML", "api_token:\n  - abc1def2ghi3", "api_token:\n  - [withheld]"},
		{"a token that is not of a page", "Invalid token: CAESBmFiY2RlZ2hpamtsbW5v; {\"nextToken\":\"CAESBmFiY2RlZ2hpamtsbW5v\"}",
			"Invalid token: [withheld]; {\"nextToken\":\"CAESBmFiY2RlZ2hpamtsbW5v\"}"},
		{"no parameter of a rule", `{"password":"hunter:2024"}, password=min:2024x`, `{"password":"[withheld]"}, password=[withheld]`},
		{"a quoted password of letters", "Invalid password 'hunter' for alice", "Invalid password '[withheld]' for alice"},
		{"a password in quotation marks, rejected", `Password "correcthorse" was rejected`, `Password "[withheld]" was rejected`},
		{"an argument before another one", "psql --password correcthorse -h db failed", "psql --password [withheld] -h db failed"},
		{"a token as an argument", "ring --token=abcdefghij failed", "ring --token=[withheld] failed"},
		{"a token behind its argument", "ring --api-key q7Ls90xzWdT4 --x", "ring --api-key [withheld] --x"},
		{"a client of a database", "mariadb-dump -u root -p q7Ls90xzWdT4 db", "mariadb-dump -u root -p [withheld] db"},
		{"one with letters", "mysql -uroot -pcorrecthorse db", "mysql -uroot -p[withheld] db"},
		{"a proxy of curl", "curl --proxy-user ada:x9 https://a.example", "curl --proxy-user ada:[withheld] https://a.example"},
		{"a header of CSV, and what follows", "bad row: \nname,db_password,role\nada,correcthorse,admin\nbob,hunter,user", "bad row: \nname,db_password,role\n[withheld]"},
		{"CSV, the password first", "password;user\ncorrecthorse;ada", "password;user\n[withheld]"},
		{"a user and a password of this machine", "connect root:correcthorse@localhost failed", "connect root:[withheld]@localhost failed"},
		{"a password before a host without a domain", "connect app:q7Ls90xzWd@db failed", "connect app:[withheld]@db failed"},
		{"capital letters of a host", "connect app:q7Ls90xzWd@DB.example failed", "connect app:[withheld]@DB.example failed"},
		{"a port before a password", "port: 5432\npassword: correcthorse\nhost: db", "port: 5432\npassword: [withheld]\nhost: db"},
		{"a variable of YAML", "DB_PASSWORD: correcthorse\nTZ: UTC", "DB_PASSWORD: [withheld]\nTZ: UTC"},
		{"a variable of a container", "- name: API_TOKEN\n  value: q7Ls90xzWdT4", "- name: API_TOKEN\n  value: [withheld]"},
		{"a variable of a program", "MYSQL_PWD=correcthorse SMTP_PASS=hunter mysql", "MYSQL_PWD=[withheld] SMTP_PASS=[withheld] mysql"},
		{"a name in capital letters", "Password:\n  correcthorse\n", "Password:\n  [withheld]\n"},
		{"one-time codes", "Your verification code is 482913.", "Your verification code is [withheld]."},
		{"a page of Facebook", "page token EAAGm0PX4ZCpsBAKZCk7Jq2PzL0m", "page token [withheld]"},
	}
	for what, secret := range map[string]string{ // of services
		"GitLab": "glrt-k7Jq2PzL0mRwT4VbNc8M", "Grafana": "glsa_k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi_7d1f9a3c", "Supabase": "sbp_7d1f9a3c5e8b4026a7c1e0f2b3d4a5c67d1f9a3c",
		"Terraform": "k7Jq2PzL0mRwT4.atlasv1.k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi1TdQjW9xKq7PzL2mRwT4VbNc8", "Doppler": "dp.st.prd.k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi1TdQjW9xKq7",
		"Docker": "SWMTKN-1-7d1f9a3c5e8b4026a7c1e0f2b3d4a5c6-k7jq2pzl", "Bitbucket": "ATBBk7Jq2PzL0mRwT4VbNc8MsS6uHgEa", "NVIDIA": "nvapi-k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi",
		"crypt": "$6$q7Ls90xz$WdT4k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi1TdQjW9x", "Argon2": "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$k7Jq2PzL0mRwT4VbNc8MsS6u",
		"Django": "pbkdf2_sha256$600000$k7Jq2PzL0m$RwT4VbNc8MsS6uHgEa3oFi1TdQjW9xKq7PzL2mRwT4=", "LDAP": "{SSHA}k7Jq2PzL0mRwT4VbNc8MsS6uHgEa3oFi", "an RSA key": "MIIEowIBAAKCAQEAk7Jq2PzL0mRwT4Vb",
		"an EC key": "MHcCAQEEIk7Jq2PzL0mRwT4VbNc8MsS6u", "Sentry": "sntrys_eyJpYXQiOjE3k7Jq2PzL0mRwT4_VbNc8",
	} {
		tests = append(tests, struct{ name, in, want string }{what, "The key " + secret + " is wrong.", "The key [withheld] is wrong."})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, leak.Remove(tt.in))
			require.Equal(t, tt.want, leak.Remove(tt.want), "what is removed stays removed")
		})
	}
}

func TestOtherTextStays(t *testing.T) {
	for _, s := range []string{
		"", "There is no bell.", "[withheld]", "Select an item from the list where you found it.",
		"Please select one from bells.",
		"Could not insert into the list (full)", "Update the profile and set a name = yours.",
		"Delete from the cart where possible.",
		"PLEASE SELECT", "Unknown table 'bells' in scope SELECT * FROM bells. (UNKNOWN_TABLE)",
		"Use Authorization: Bearer <token>.", "Bearer authentication-is-required-here",
		"Incorrect API key provided: sk-proj-****************abcd.",
		"sk-this-is-a-word-with-hyphens", "Visit https://example.com/authorize?user=a&state=b.",
		"git@example.com:bells/ring.git", "user@example.com",
		"Meet me at 10:30:15", "The bell rang at noon (12:00:00)", "main.go:12:5: undefined: ring",
		"app.js:1:2 has an error", "The password is required.",
		"password=required", "postgres://db:5432/x?mail=a@b", "Set password=... and host=...",
		"postgres://db:5432/orders has no table a@b", "redis://cache:6379/0", "Use postgres://user@host:5432/db",
		"postgres://db:5432/x, mail a@b.example", "file \"a.txt\", line 3 is empty", "https://example.com:8080/a@b",
		"at least 3:4:5", "See https://bells.example/home/alice/bells.html", "/data/attributes/name is required",
		"#/home/bells/0 must be set", "GET /home/alice not found", "POST \"/etc/bells\" not found", "/users/7/groups",
		"/Users/0a1b2c3d/groups", "/api/v1/home/bells", "{base}/var/log/x", "and/or/opt/out", "Option C: no",
		"Windows 10.0.19045.3 is needed", "version v10.2.3.4", "10.0.0.1.5 is no address", "127.0.0.1:5432 refused",
		"dial tcp 127.0.0.1:80: refused", "connect ECONNREFUSED 127.0.0.1:5432", "connection to localhost:5432 refused",
		"getaddrinfo ENOTFOUND api.bells.example", "lookup failed", "golang.org/x/internal/poll", "a.b.internal.Error",
		"Unexpected token: identifier", "token: must be a string", "max_tokens: 100000", "password: is required",
		"The password is incorrect.", "api_key=YOUR_API_KEY", "secret: ********", "token=...", "pass: accepted",
		"the idempotency key abc123def456 was used", "Invalid API key provided.", "primary key order_42 exists",
		"Send Cookie: session=<id>.", "Authorization: Bearer required", "auth: required", "password: sha256 expected",
		"GET /search?q=caf%C3%A9%20au%20lait", `{"log":"a\nb","pattern":"\\d+"}`, "100% of the quota", "The key is invalid.",
		"id 7f3c5e8b40267f3c5e8b4026 is unknown", "dGhpcyBpcyBvbmx5IGEgbG9uZyB0ZXh0", "an_identifier_with_many_words_in_it",
		"see the stack trace: #1 is first", "PRIMARY_KEY=order_items", "SELECT [all] to continue", "at noon (UTC)",
		"signature=sha256", "the response=\"ok\"", "https://user@example.com/x", "tmp/x and /tmp are folders",
		"username: taken, password: required", "email: invalid, password: must be longer", "user: x, password: ********",
		"a &lt;b&gt; is &quot;no&quot; bell &amp; no b&#x65;ll", `the pattern ^\d+\/\u0041\x2f$ or C:\u0041`, `https:\/\/bells.example\/a`,
		strings.Repeat("&amp;", 3000), `{"password":"too_short"}`, `{"password":"is required"}`, "--password\nrequired", "Use Basic authorize or Basic authenticate",
		`<add key="Password" value="required"/>`, "use postgres://user:password or mail ada@bells.example", "10.0.0.7-beta",
		"Flags:\n  --token\n      the token of the account", `{"username":"unknown","password":"missing"}`, "Invalid password 'required'", "user: alice, password: is too short",
		`{"password":"confirmed"}`, `{"password":"min:8"}`, `{"password":"required|between:8,64|confirmed"}`, `{"password":"minLength(12)"}`,
		`{"password":"auth.login.password"}`, `{"password":"string.min"}`, `{"password":"PASSWORD_RESET"}`, `{"password":"<your-password>"}`,
		`["--token","VALUE"]`, `["curl","--api-key","YOUR_API_KEY"]`, `<input name="password" value="Submit">`, `key="page_token" value="next"`,
		`{"next_page_token":"CAESBmFiY2RlZ2hpamtsbW5vcHFyc3R1dg=="}`, "Invalid page token: CAESBmFiY2RlZ2hpamtsbW5v", "continuationToken=1a9Zx8Yb7Wc6",
		`{"pwd":"/workspace/repo2"}`, `{"PWD":"C:\\src"}`, "password:\n  required\nemail:\n  taken", "password:\n    is too short",
		"password=$DB_PASSWORD", "Expected password: 'string' but got 'undefined'", "missing argument password='required'", "<password>string</password>",
		"{Email:required Password:too_short}", `type="password" name="pw"`, "grant_type=password&username=ada", `<form data-password="enabled">`,
		"Field 'password' has no default value", `locator('input[name="password"]') timed out`, "arn:aws:secretsmanager:eu-west-1:123456789012:secret:bells-x7K2pQ",
		"npm:lodash@4.17.21", "mailto:ada.lovelace@bells.example", "nginx:1.27@sha256:0a1b", "to:ada@bells.example", "sip:alice@pbx.example:5060", "email:x7k2m9q4@bells.example",
		"Set the requirepass option in redis.conf first.", "use sshpass with the -p option to log in", `{"password":"breached"}`,
		"password:\n  breached", "tokenUrl: https://a1b2c3.example/t", "The basic authentication is not allowed.",
	} {
		require.Equal(t, s, leak.Remove(s))
	}
}

// Each text is searched in time in proportion to its length.
func TestLongText(t *testing.T) {
	long := strings.Repeat("select a, bearer at file goroutine :// = ", 1000)
	require.Equal(t, long, leak.Remove(long))
	long = strings.Repeat("/x/home/a GET /home/b C:a token: a 10.0.0.1.1 lookup ", 1000)
	require.Equal(t, long, leak.Remove(long))
	long = strings.Repeat("postgres://a:b/c password=a a=b ", 1000)
	require.Equal(t, long, leak.Remove(long))
}

// What the reader wrote is not private, and neither are the files that a tool works on.
func TestFilter(t *testing.T) {
	known := leak.Filter{Known: "/home/alice/bells\nC:\\bells\\ring.wav\n10.2.3.4"}
	files := leak.Filter{Files: true}
	tests := []struct{ name, in, known, files string }{
		{"a value", "no /home/alice/bells here", "no /home/alice/bells here", "no /home/alice/bells here"},
		{"a file in a folder", "no /home/alice/bells/key.pem", "no /home/alice/bells[withheld]",
			"no /home/alice/bells/key.pem"},
		{"another folder", "no /home/alice/bellsx/key.pem", "no [withheld]", "no /home/alice/bellsx/key.pem"},
		{"a value in JSON", `{"path":"C:\\bells\\ring.wav"}`, `{"path":"C:\\bells\\ring.wav"}`,
			`{"path":"C:\\bells\\ring.wav"}`},
		{"an address", "no route to 10.2.3.4, 10.2.3.5", "no route to 10.2.3.4, [withheld]",
			"no route to [withheld], [withheld]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.known, known.Remove(tt.in))
			require.Equal(t, tt.files, files.Remove(tt.in))
		})
	}
	long := strings.Repeat("/home/bob/x ", 20_000)
	require.NotContains(t, (&leak.Filter{Known: strings.Repeat("/home/alice/x\n", 2000)}).Remove(long), "bob")
}

// What is not displayed hides nothing: a secret is found as its reader will see it.
func TestHiddenCharacters(t *testing.T) {
	for _, hidden := range []string{"\x1b[0m", "\x00", "\u200b", "\u00ad", "\ufeff", "\u2060", "\u202e", "\ufe0f", "\U000e0041", "\u009b1m"} {
		for text, want := range map[string]string{
			"dsn postgres:/|/admin:pw|7x@1|0.0.0.7:5432 failed": "dsn [withheld] failed",
			"password|=|Hunter2x9Q is wrong":                    "password=[withheld] is wrong",
			"No.\nTraceback (most |recent call last):\n  key":   "No.\n[withheld]",
		} {
			require.Equal(t, want, leak.Remove(strings.ReplaceAll(text, "|", hidden)), "%q", hidden)
		}
		public := "the bell" + hidden + " 7 was not found"
		require.Equal(t, public, leak.Remove(public))
	}
}

// A reader who knows how private text starts does not know what it goes on with.
func TestKnownStart(t *testing.T) {
	const pem = "-----BEGIN RSA PRIVATE KEY-----"
	const sql = "SELECT id FROM bells WHERE id = 7"
	const stack = "Traceback (most recent call last):\n  File a.py in ring\nKeyError: 7"
	tests := []struct{ name, known, in, want string }{
		{"the start of a key", pem, "bad: " + pem + "\nMIIEow", "bad: " + pem + "[withheld]"},
		{"a whole key", "x\n" + pem + "\nMIIEow\n", "bad: \"" + pem + "\nMIIEow\".", "bad: \"" + pem + "\nMIIEow\"."},
		{"a key in a JSON string", pem + "\nMIIE", `bad: "` + pem + `\nMIIE"`, `bad: "` + pem + `\nMIIE"`},
		{"another key", pem + "\nMIIEow\n", "bad: " + pem + "\nMIIEpq", "bad: " + pem + "\nMIIE[withheld]"},
		{"the start of a stack", "Traceback (most recent call last)", "Traceback (most recent call last):\n  key",
			"Traceback (most recent call last)[withheld]"},
		{"a statement in a sentence", sql, "no column in '" + sql + "' (line 1)", "no column in '" + sql + "' (line 1)"},
		{"a statement and a hint", sql, "LINE 1: " + sql + "\n   ^\nHINT: bells.no", "LINE 1: " + sql + "\n   ^\nHINT: bells.no"},
		{"a longer statement", sql, "in " + sql + " AND tenant = 'x'", "in " + sql + "[withheld]"},
		{"another value", sql, "in " + sql + "7", "in " + sql + "[withheld]"},
		{"more in small letters", sql, sql + " and tenant = 'x'", sql + "[withheld]"},
		{"a join in small letters", sql, sql + " join x on x.id = 7", sql + "[withheld]"},
		{"a hidden row", sql, sql + "\nunion all select 7", sql + "[withheld]"},
		{"the start of a literal", "SELECT id FROM bells WHERE id = \"7", "SELECT id FROM bells WHERE id = \"7\" AND x = 1", "SELECT id FROM bells WHERE id = \"7[withheld]"},
		{"an open quote", "SELECT id FROM bells WHERE id = ", "SELECT id FROM bells WHERE id = 'x' failed", "SELECT id FROM bells WHERE id = [withheld]"},
		{"a key in strings", pem, "[\"" + pem + "\", \"MIIEowIBAAKCAQEA7xZ9kk\"]", "[\"" + pem + "[withheld]"},
		{"a stack in strings", "goroutine 1 [running]:", "['goroutine 1 [running]:', 'main.ring(x7)']", "['goroutine 1 [running]:[withheld]"},
		{"the next line of a key", pem + "\nMIIEow", pem + "\nMIIEow\nMIIEpq", pem + "\nMIIEow[withheld]"},
		{"the next line of a stack", stack, stack + "\n  File x", stack + "[withheld]"},
		{"a stack in one line", "Traceback (most recent call last)", "Traceback (most recent call last): File a.py key = 'x'", "Traceback (most recent call last)[withheld]"},
	}
	for _, text := range []string{ // a quotation that is cut, and a sentence behind the whole
		"near \"SELECT id FROM bel\" in line 1", "failed: SELECT id FROM bells WH...: the table is read-only", "'SELECT id FROM bells WHERE id\u2026' is too long",
		sql + " in read-only mode", sql + " as of line 1", sql + " is too long", sql + ". Use a bell of yours", sql + " and is not allowed", sql + " or has 9 columns (too many)",
		"no log: \"" + stack[:50] + "...\" has no end", "\"" + stack + "\" is too long", "no log: " + stack + " is too long", `{"log":"` + strings.ReplaceAll(stack, "\n", `\n`) + ` is no log"}`,
		"'" + pem + "...' is no key", "\"" + pem + "\": no key",
	} {
		tests = append(tests, struct{ name, known, in, want string }{text, "x\n" + sql + "\n" + stack + "\n" + pem + "\n", text, text})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, (&leak.Filter{Known: tt.known}).Remove(tt.in))
		})
	}
}

func TestIsSecret(t *testing.T) {
	for name, values := range map[string][]string{
		"password":      {"hunter", "summer2026", "4711", "MyPassWd", "correct-horse", "Secret7x"},
		"db_password":   {"hunter"},
		"userPassword":  {"hunter"},
		"PIN":           {"4711"},
		"token":         {"abcdefghijklmnop", "k0k1k2x7", "8f3e-77aa-01"},
		"API_TOKEN":     {"abcdefghijklmnop"},
		"client_secret": {"aB3dE5fG7"},
		"x-api-key":     {"0a1b2c3d4e"},
		"authorization": {"Bearer aB3dE5fG7hI9"},
		"pull_secret":   {"regcred-8f3e77aa"},
		"passwd":        {"SecretPassword", "Summer_2026", "login", "HUNTER", "hunter:2024", "/Hunter7x9"},
	} {
		for _, value := range values {
			require.True(t, new(leak.Filter).IsSecret(name, value), "%s: %s", name, value)
			require.False(t, (&leak.Filter{Known: "x\n" + value}).IsSecret(name, value), "%s: %s", name, value)
		}
	}
	for name, values := range map[string][]string{
		"password": {"", "too short", "is required", "required", "TOO_SHORT", "passwordMismatch", "must contain 8 characters",
			"********", "[withheld]", "<password>", "true", "est trop court", "obligatorio", "current_password", "erforderlich", "must be an access token (OAuth2)", "パスワードは必須です", "(redacted)", "${PASSWORD}", "min",
			"confirmed", "uppercase", "special", "min:8", "alpha_num", "unique", "isStrongPassword", "required|min:8|confirmed", "auth.login.password", "Submit"},
		"pwd":               {"/workspace/repo", "C:\\src", "~/bells"},
		"api_token":         {"alphanumeric", "YOUR_API_TOKEN", "VALUE"},
		"pull_secret":       {"regcred-eu-west1"},
		"secret_ref_secret": {"projects/bells/secrets/db-password/versions/3", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:bells-x7K2pQ"},
		"next_page_token":   {"CAESBmFiY2RlZ2hpamtsbW5v"}, "continuation_token": {"1a9Zx8Yb7Wc6"}, "syncToken": {"CPDAlvWDx70C"}, "pagination_token": {"0a1b2c3d4e5f"},
		"token":          {"is required", "identifier", "}", "wher", "expired", "INVALID_TOKEN", "unexpected_end_of_input", "100000", "7071707"},
		"secret":         {"db-credentials"},
		"max_tokens":     {"100000"},
		"token_type":     {"aB3dE5fG7hI9"},
		"key":            {"aB3dE5fG7hI9"},
		"shipping":       {"4711"},
		"password_reset": {"aB3dE5fG7hI9"},
		"author":         {"aB3dE5fG7hI9"},
	} {
		for _, value := range values {
			require.False(t, new(leak.Filter).IsSecret(name, value), "%s: %s", name, value)
		}
	}
}
