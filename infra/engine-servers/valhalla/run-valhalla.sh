#!/bin/sh
# Usage: run-valhalla.sh PROGRAM [ARGUMENT...]. The program takes the place of this shell, so that a signal to one is a signal to the other.
# By itself it would outlive whoever started it: somebody beside it waits for the end of standard input.
exec 3<&0 </dev/null
{ cat <&3 >/dev/null; kill "$$" 2>/dev/null; } &
exec 3<&-
exec "$@"
