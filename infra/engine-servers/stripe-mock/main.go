// Command stripe-mock-server is stripe-mock on one address of this machine; it ends with who started it.
// Usage: stripe-mock-server ADDRESS
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"
)

func main() {
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		log.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		log.Fatal(err)
	}
	// Whoever asks in another version than that of its description is told so.
	stub, err := server.NewStubServer(fixtures, spec, true, false)
	if err != nil {
		log.Fatal(err)
	}
	go endWithParent()
	log.Fatal(http.ListenAndServe(os.Args[1], http.HandlerFunc(stub.HandleRequest)))
}

// endWithParent ends the server when the process that started it is gone: the other end of our standard input closes then, however it died.
func endWithParent() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}
