module waystory.engines/temporal

go 1.25.0

require (
	github.com/temporalio/cli v1.5.1
	go.temporal.io/server v1.29.1
)
