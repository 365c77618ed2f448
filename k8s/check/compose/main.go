// Command composecheck loads compose files with all their profiles and prints them as Docker Compose would see them; it needs no daemon.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	// Of the environment nothing is taken, so that the result depends on the files alone.
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithInterpolation(true), cli.WithProfiles([]string{"*"}))
	if err != nil {
		fail(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		fail(err)
	}
	text, err := project.MarshalYAML()
	if err != nil {
		fail(err)
	}
	os.Stdout.Write(text)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
