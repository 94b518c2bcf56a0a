// Reads Kubernetes objects as JSON lines and writes the verdict of GitOps tools for each: Flux by kstatus, Argo CD by a Lua health script.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Said is the verdict of a tool on an object.
type Said struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

// Reading is one line of the output.
type Reading struct {
	Kstatus Said `json:"kstatus"`
	Argo    Said `json:"argo"`
}

func main() {
	if len(os.Args) != 2 {
		fail(errors.New("usage: gitops HEALTH.LUA < objects"))
	}
	script, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	if err := readAll(os.Stdin, os.Stdout, string(script)); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func readAll(input io.Reader, output io.Writer, script string) error {
	lines := bufio.NewReader(input)
	answers := json.NewEncoder(output)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			reading, problem := read(line, script)
			if problem != nil {
				return problem
			}
			if problem := answers.Encode(reading); problem != nil {
				return problem
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func read(line []byte, script string) (Reading, error) {
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(line); err != nil {
		return Reading{}, err
	}
	result, err := status.Compute(object)
	if err != nil {
		return Reading{}, err
	}
	health, err := argoHealth(object, script)
	return Reading{Kstatus: Said{result.Status.String(), result.Message}, Argo: health}, err
}
