#include "textflag.h"

// Where the process starts when it is linked with -E genesis_entry:
// asked = fcntl(1, F_GETFD), then on to the entry point of the runtime, with the
// stack as the kernel left it.
TEXT genesis_entry(SB), NOSPLIT|NOFRAME, $0
	MOVD $25, R8 // fcntl
	MOVD $1, R0  // stdout
	MOVD $1, R1  // F_GETFD
	SVC
	MOVD R0, ·asked(SB)
	JMP  _rt0_arm64_linux(SB)
