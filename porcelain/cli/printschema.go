package cli

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// schemaSuffix is what the names of schemas have in docs/spec.
const schemaSuffix = ".schema.json"

// SchemaNames lists the published schemas, sorted.
func SchemaNames() []string {
	files, err := fs.Glob(docs.Spec, "spec/*"+schemaSuffix)
	if err != nil {
		panic(err) // only for a bad pattern
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "spec/"), schemaSuffix)
	}
	slices.Sort(files)
	return files
}

// Schema returns a published schema byte for byte; ok is false when there is none
// with the name.
func Schema(name string) (content []byte, ok bool) {
	content, err := docs.Spec.ReadFile("spec/" + name + schemaSuffix)
	return content, err == nil
}

// printSchemaFlag is the one flag whose value is optional: the next argument.
const printSchemaFlag = "print-schema"

// rawText is a result that is text in every mode.
type rawText []byte

// Human implements Result.
func (t rawText) Human(p *render.Printer) { p.Raw(t) }

// schemaRequest finds --print-schema among the arguments up to "--", before
// anything else is looked at. named says that a name follows it.
func schemaRequest(args []string) (name string, named, ok bool) {
	for i, arg := range args {
		if arg == "--" {
			return "", false, false
		}
		if value, inline := strings.CutPrefix(arg, "--"+printSchemaFlag+"="); inline {
			return value, true, true
		}
		if arg != "--"+printSchemaFlag {
			continue
		}
		if i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			return args[i+1], true, true
		}
		return "", false, true
	}
	return "", false, false
}

// printSchemaNames answers --print-schema without a name, in every mode alike.
func (r *run) printSchemaNames() outcome {
	r.command, r.json = helpCommand(), false
	return outcome{result: rawText(strings.Join(SchemaNames(), "\n") + "\n")}
}

// printSchema answers --print-schema NAME. Its text is the same with --json. A
// name may also be the kind whose data the schema describes.
func (r *run) printSchema(name string) outcome {
	r.command = helpCommand()
	schema, ok := Schema(contract.Kind(name).SchemaName())
	if !ok {
		return outcome{err: contract.Fail("usage/unknown-schema",
			contract.Facts{"flag": "--" + printSchemaFlag, "value": name, "allowed": SchemaNames()})}
	}
	r.json = false
	return outcome{result: rawText(bytes.Clone(schema))}
}
