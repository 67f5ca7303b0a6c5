#!/bin/sh
# Installs the kenny agent from this folder, or repairs what is installed. Needs root.
#
#     sh install.sh [options of "kenny-agent install"]
#
# Without options it repairs: the PC keeps its server, its identity and its kill switch.
set -eu

fail() {
  echo "kenny: $*" >&2
  exit 1
}

# The oldest Node that runs the agent, where the executable does not.
node_is_new_enough() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

main() {
  [ "$(uname -s)" = Linux ] || fail "this package is for Linux"
  [ "$(id -u)" = 0 ] || fail "this needs root: run it as root, or with sudo"
  folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
  cd "$folder"
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum -c SHA256SUMS >/dev/null || fail "the package is damaged; fetch it again"
  fi
  umask 022
  chmod 0755 kenny-agent
  if ./kenny-agent version >/dev/null 2>&1; then
    exec ./kenny-agent install "$@"
  fi
  if node_is_new_enough; then
    echo "kenny: the executable does not run on this PC ($(uname -m)); using its Node $(node -v)"
    exec node ./kenny-agent.cjs install "$@"
  fi
  fail "the executable does not run on this PC ($(uname -m)): it needs the processor it was built for, glibc 2.28 and libstdc++. Install Node 20.19 or newer here, and run this again: the agent then runs on that"
}

main "$@"
