package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Machine says what the numbers were measured on.
type Machine struct {
	Cores    int               `json:"cores"`
	CPU      string            `json:"cpu"`
	Platform string            `json:"platform"`
	Kernel   string            `json:"kernel"`
	Go       string            `json:"go"`
	Versions map[string]string `json:"versions"` // of the tools that ran
}

func describe(ctx context.Context, lab *lab) Machine {
	return Machine{
		Cores:    runtime.NumCPU(),
		CPU:      cpuModel(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Kernel:   firstLine(output(ctx, "uname", "-r")),
		Go:       runtime.Version(),
		Versions: lab.versions(ctx),
	}
}

func (m Machine) String() string {
	parts := []string{fmt.Sprintf("%d cores, %s, %s, kernel %s, %s", m.Cores, m.CPU, m.Platform, m.Kernel, m.Go)}
	for _, tool := range []string{"genesis", "git", "restic"} {
		if version := m.Versions[tool]; version != "" {
			parts = append(parts, version)
		}
	}
	return strings.Join(parts, "; ")
}

// cpuModel is the name of the processor, or "unknown CPU".
func cpuModel() string {
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		return modelName(info)
	}
	if brand := firstLine(output(context.Background(), "sysctl", "-n", "machdep.cpu.brand_string")); brand != "" {
		return brand
	}
	return unknownCPU
}

const unknownCPU = "unknown CPU"

// modelName finds the model in the text of /proc/cpuinfo.
func modelName(info []byte) string {
	lines := bufio.NewScanner(bytes.NewReader(info))
	for lines.Scan() {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return unknownCPU
}

// output is what a command prints, or nothing when it fails: descriptions are
// not worth an error.
func output(ctx context.Context, name string, args ...string) []byte {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return nil
	}
	return out
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}
