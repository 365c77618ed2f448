// Command prometheuscheck parses rule files (*.yaml) and the queries of Grafana dashboards (*.json) with Prometheus' own parser.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// What Grafana puts in place of its variables before Prometheus sees a query.
var variables = strings.NewReplacer("$__rate_interval", "1m", "$__range", "1h", "$__interval", "1m")

func main() {
	failed := false
	for _, path := range os.Args[1:] {
		for _, err := range problems(path) {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
		}
	}
	if failed {
		os.Exit(1)
	}
}

func problems(path string) []error {
	text, err := os.ReadFile(path)
	if err != nil {
		return []error{err}
	}
	if strings.HasSuffix(path, ".json") {
		return problemsOfDashboard(text)
	}
	_, found := rulefmt.Parse(text, false)
	return found
}

func problemsOfDashboard(text []byte) []error {
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		return []error{err}
	}
	var found []error
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			if _, err := parser.ParseExpr(variables.Replace(target.Expr)); err != nil {
				found = append(found, fmt.Errorf("%s: %w", panel.Title, err))
			}
		}
	}
	return found
}
