#!/bin/sh
# Takes the kenny agent away from this PC. Needs root. The kill switch stays as it was left.
set -eu

program=/usr/local/lib/kenny-agent/kenny-agent
if [ "$(id -u)" != 0 ]; then
  echo "kenny: this needs root: run it as root, or with sudo" >&2
  exit 1
fi
if [ ! -e "$program" ]; then
  echo "kenny: no agent is installed here ($program is not there)" >&2
  exit 1
fi
"$program" version >/dev/null 2>&1 && exec "$program" uninstall
# A damaged program cannot take itself away; the one of this folder can.
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for own in "$folder/kenny-agent" "$folder/kenny-agent.cjs"; do
  [ "$own" != "$program" ] && "$own" version >/dev/null 2>&1 && exec "$own" uninstall
done
echo "kenny: $program is damaged; install the agent again, then uninstall it" >&2
exit 1
