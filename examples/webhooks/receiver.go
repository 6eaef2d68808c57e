// A receiver of webhooks: verifies each delivery with nothing but Go, answers at once, and knows repeats.
//
//	WEBHOOK_SECRET=whsec_... PORT=8443 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const mostSeconds = 300
const mostBytes = 1 << 20

func keyOf(secret string) []byte {
	if strings.HasPrefix(secret, "whsec_") {
		if key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err == nil {
			return key
		}
	}
	return []byte(secret)
}

// isGenuine says whether these are the bytes that the service signed, within the last five minutes.
func isGenuine(key []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > mostSeconds || age < -mostSeconds {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, one := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), expected) {
			return true
		}
	}
	return false
}

func main() {
	key := keyOf(os.Getenv("WEBHOOK_SECRET"))
	// Keep these in your database; the newest few thousand are enough.
	var handled sync.Map
	handle := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusBadRequest)
			fmt.Println("refused")
			return
		}
		// Answer first: the service waits ten seconds at most.
		response.WriteHeader(http.StatusNoContent)
		if _, isRepeat := handled.LoadOrStore(request.Header.Get("webhook-id"), true); isRepeat {
			return
		}
		var event struct {
			Type      string  `json:"type"`
			TargetUrn *string `json:"targetUrn"`
		}
		if err := json.Unmarshal(body, &event); err != nil {
			return
		}
		urn := ""
		if event.TargetUrn != nil {
			urn = *event.TargetUrn
		}
		fmt.Println("verified", event.Type, urn)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8443"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("listening on", port)
	if err := http.Serve(listener, http.HandlerFunc(handle)); err != nil {
		os.Exit(1)
	}
}
