// Command temporal-server is Temporal's command line with two things that it lacks.
// Usage: temporal-server MEMORY_MB [ARGUMENT of temporal...]
package main

import (
	"context"
	"io"
	"log"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/temporalio/cli/temporalcli"
	// Schedules name time zones, which not every system has.
	_ "time/tzdata"
)

const orderlyWithin = 15 * time.Second

func main() {
	memoryMb, err := strconv.ParseInt(os.Args[1], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	debug.SetMemoryLimit(memoryMb << 20)
	ctx, end := context.WithCancel(context.Background())
	go endWithParent(end)
	temporalcli.Execute(ctx, temporalcli.CommandOptions{Args: os.Args[2:]})
}

// endWithParent ends the server when the process that started it is gone: the other end of our standard input closes then, however it died.
func endWithParent(end context.CancelFunc) {
	_, _ = io.Copy(io.Discard, os.Stdin)
	end()
	// Nobody is left to see that an orderly end hangs.
	time.Sleep(orderlyWithin)
	os.Exit(1)
}
