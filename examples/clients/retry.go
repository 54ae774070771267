// Calls an API that limits its clients, and waits as long as the API says.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"time"
)

const tries, longestWait = 4, 30 * time.Second

func get(url string) (int, []byte, error) {
	for left := tries - 1; ; left-- {
		answer, err := http.Get(url)
		if err != nil {
			return 0, nil, err
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		limited := answer.StatusCode == 429 || answer.StatusCode == 503
		// The waits of many clients must not end at the same moment.
		wait := time.Duration(seconds(answer.Header, body) * (1 + rand.Float64()/4) * float64(time.Second))
		if err != nil || !limited || left == 0 || wait > longestWait {
			return answer.StatusCode, body, err
		}
		time.Sleep(wait)
	}
}

// seconds returns the header Retry-After, or else the member retry_after of the body, or else 1.
func seconds(header http.Header, body []byte) float64 {
	if s, err := strconv.ParseFloat(header.Get("Retry-After"), 64); err == nil {
		return s
	}
	answer := struct{ Retry_after float64 }{1}
	json.Unmarshal(body, &answer)
	return answer.Retry_after
}

func main() {
	times, _ := strconv.Atoi(os.Args[2])
	for ; times > 0; times-- {
		status, _, err := get(os.Args[1])
		if err != nil {
			panic(err)
		}
		fmt.Println(status)
	}
}
