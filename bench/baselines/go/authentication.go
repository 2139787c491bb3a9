package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"time"
)

type claims struct {
	Sub  string  `json:"sub"`
	Exp  int64   `json:"exp"`
	Name *string `json:"name"`
}

var (
	secret = []byte(os.Getenv("AUTH_SECRET"))
	// verified is the claims by the token.
	verified        sync.Map
	unauthenticated = refusal{401, "UNAUTHENTICATED"}
)

// authenticate returns the user of a bearer token, which is cached until it expires. A new user is stored.
func authenticate(header string) (string, error) {
	token := strings.TrimPrefix(header, "Bearer ")
	if known, isKnown := verified.Load(token); isKnown && known.(claims).Exp > time.Now().Unix() {
		return known.(claims).Sub, nil
	}
	found, err := verify(token)
	if err == nil {
		_, err = pool.Exec(context.Background(), statement("user"), found.Sub, found.Name)
	}
	if err == nil {
		verified.Store(token, found)
	}
	return found.Sub, err
}

// verify checks an HS256 token (RFC 7519), whose header is always the same.
func verify(token string) (found claims, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return found, unauthenticated
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(parts[0] + "." + parts[1]))
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	header, _ := base64.RawURLEncoding.DecodeString(parts[0])
	body, _ := base64.RawURLEncoding.DecodeString(parts[1])
	if !hmac.Equal(signature, mac.Sum(nil)) || string(header) != `{"alg":"HS256"}` || json.Unmarshal(body, &found) != nil ||
		found.Sub == "" || found.Exp <= time.Now().Unix() {
		return found, unauthenticated
	}
	return found, nil
}
