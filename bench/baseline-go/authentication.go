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

// maxTokens is how many verified tokens are remembered.
const maxTokens = 10_000

type claims struct {
	Sub     string  `json:"sub"`
	Exp     int64   `json:"exp"`
	Name    *string `json:"name"`
	Picture *string `json:"picture"`
	Email   *string `json:"email"`
}

var (
	secret   = []byte(os.Getenv("AUTH_SECRET"))
	verified = map[string]claims{}
	lock     sync.RWMutex
)

var unauthenticated = refusal{401, "UNAUTHENTICATED"}

// authenticate answers the user of a bearer token. The token is remembered until it expires, and a new user is stored.
func authenticate(header string) (string, error) {
	token := strings.TrimPrefix(header, "Bearer ")
	lock.RLock()
	known, isKnown := verified[token]
	lock.RUnlock()
	if isKnown && known.Exp > time.Now().Unix() {
		return known.Sub, nil
	}
	found, err := verify(token)
	if err != nil {
		return "", err
	}
	_, err = pool.Exec(context.Background(),
		`INSERT INTO users (id, name, avatar_url, email) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		found.Sub, found.Name, found.Picture, found.Email)
	if err != nil {
		return "", err
	}
	lock.Lock()
	defer lock.Unlock()
	if len(verified) >= maxTokens {
		verified = map[string]claims{}
	}
	verified[token] = found
	return found.Sub, nil
}

// verify checks an HS256 token (RFC 7519).
func verify(token string) (found claims, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return found, unauthenticated
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(parts[0] + "." + parts[1]))
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !hmac.Equal(signature, mac.Sum(nil)) {
		return found, unauthenticated
	}
	var header struct{ Alg string }
	if decode(parts[0], &header) != nil || header.Alg != "HS256" || decode(parts[1], &found) != nil {
		return found, unauthenticated
	}
	if found.Sub == "" || found.Exp <= time.Now().Unix() {
		return found, unauthenticated
	}
	return found, nil
}

func decode(part string, into interface{}) error {
	bytes, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(bytes, into)
}
