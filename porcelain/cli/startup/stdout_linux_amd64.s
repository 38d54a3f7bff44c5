#include "textflag.h"

// Where the process starts when it is linked with -E genesis_entry:
// asked = fcntl(1, F_GETFD), then on to the entry point of the runtime, with the
// stack as the kernel left it.
TEXT genesis_entry(SB), NOSPLIT|NOFRAME, $0
	MOVL $72, AX // fcntl
	MOVL $1, DI  // stdout
	MOVL $1, SI  // F_GETFD
	SYSCALL
	MOVQ AX, ·asked(SB)
	JMP  _rt0_amd64_linux(SB)
