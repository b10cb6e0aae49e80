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
		{"SELECT, a function", "failed: SELECT COUNT(*)\nFROM bells", "failed: [withheld]"},
		{"select", "failed: select id from bells where owner = 'x'", "failed: [withheld]"},
		{"SELECT, all columns", "failed: SELECT * FROM bells b WHERE b.owner = 'x'", "failed: [withheld]"},
		{"SELECT, all columns and one", "failed: SELECT *, owner FROM bells", "failed: [withheld]"},
		{"INSERT", "failed: insert into bells (id) values (7)", "failed: [withheld]"},
		{"UPDATE", "failed: UPDATE bells SET owner = 'x'", "failed: [withheld]"},
		{"DELETE", "failed: delete from bells where id = 7", "failed: [withheld]"},
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
		"at least 3:4:5",
	} {
		require.Equal(t, s, leak.Remove(s))
	}
}

// Each text is searched in time in proportion to its length.
func TestLongText(t *testing.T) {
	long := strings.Repeat("select a, bearer at file goroutine :// = ", 1000)
	require.Equal(t, long, leak.Remove(long))
	long = strings.Repeat("postgres://a:b/c password=a a=b ", 1000)
	require.Equal(t, long, leak.Remove(long))
}
