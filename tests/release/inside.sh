#!/bin/sh
# Stands for the command of an image: leaves results only if it runs as the image's user, without network, on data that
# it cannot write to.
set -eu
test "$(id -u)" = 10001
test "$(tail -n +3 /proc/net/dev | wc -l)" -le 1
test "$HOME" != "${HOME%/tmp}"
if touch "$(dirname "$2")/written" 2>/dev/null; then exit 1; fi
mkdir "$4"
touch "$4/report.html" "$4/findings.json"
