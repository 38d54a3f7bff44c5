package cli

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// flagError maps an error of the flag parser.
func flagError(err error, command string) *contract.Error {
	facts := contract.Facts{"command": command}
	if e := (*pflag.NotExistError)(nil); errors.As(err, &e) {
		facts["flag"] = dashed(e.GetSpecifiedName(), e.GetSpecifiedShortnames())
		return contract.Failf("usage/unknown-flag", facts, "There is no flag %s here", facts["flag"])
	}
	if e := (*pflag.ValueRequiredError)(nil); errors.As(err, &e) {
		facts["flag"] = dashed(e.GetSpecifiedName(), e.GetSpecifiedShortnames())
		return contract.Failf("usage/missing-argument", facts, "The flag %s needs a value", facts["flag"])
	}
	if e := (*pflag.InvalidValueError)(nil); errors.As(err, &e) {
		flag := "--" + e.GetFlag().Name
		facts["flag"], facts["value"] = flag, e.GetValue()
		if choice := (*choiceError)(nil); errors.As(err, &choice) {
			return notAllowed(flag, e.GetValue(), choice.allowed, facts)
		}
		if errors.Is(err, errNotDecimal) {
			return contract.Failf("usage/bad-argument", facts, "The value of %s is no decimal number", flag)
		}
		return contract.Failf("usage/bad-argument", facts, "The value of %s cannot be used", facts["flag"])
	}
	facts["reason"] = err.Error()
	return contract.Fail("usage/bad-argument", facts)
}

func dashed(name, shorthands string) string {
	if shorthands != "" {
		return "-" + name
	}
	return "--" + name
}
