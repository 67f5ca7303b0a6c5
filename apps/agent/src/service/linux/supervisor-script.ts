import { AGENT_ENVIRONMENT } from '@kenny/contract/agent';
import { shellWord } from '@kenny/kernel';
import type { ServicePaths } from '../service-paths.js';
import { RESTART_SECONDS } from './systemd-unit.js';

/** Longest pause between restarts of a failing agent, in seconds. */
const LONGEST_PAUSE_SECONDS = 300;
/** After running this long the next pause is the shortest again. In seconds. */
const WELL_AFTER_SECONDS = 60;

/**
 * Keeps the agent running without systemd: a shell loop, because a second Node would take 40 MB for
 * it. Sets what systemd would set, so that the agent knows it is a service.
 */
export function supervisorScript(paths: ServicePaths, runArgs: readonly string[]): string {
  const program = shellWord(paths.program);
  return `#!/bin/sh
# Keeps the kenny agent running. Written by "kenny-agent install", which also repairs it; started
# and stopped by ${paths.initScript}.
set -u
umask 022
cd /
pid_file=${shellWord(paths.pidFile)}
export STATE_DIRECTORY=${shellWord(paths.stateFolder)}
${settings()}
shortest=${RESTART_SECONDS}
longest=${LONGEST_PAUSE_SECONDS}
well_after=${WELL_AFTER_SECONDS}
child=

note() {
  command -v logger >/dev/null 2>&1 && logger -t kenny-agent "$1"
  return 0
}

# One supervisor only: whoever creates the file first. A file of the dead counts for nothing.
take_pid_file() {
  for attempt in 1 2 3; do
    (set -C && echo $$ >"$pid_file") 2>/dev/null && return 0
    other=$(cat "$pid_file" 2>/dev/null)
    # Left by a process that had our number before the PC was started anew.
    [ "$other" = "$$" ] && return 0
    grep -aqF ${shellWord(paths.supervisor)} "/proc/\${other:-none}/cmdline" 2>/dev/null && return 1
    rm -f "$pid_file"
  done
  return 1
}

finish() {
  trap '' TERM INT HUP
  if [ -n "$child" ]; then
    kill -TERM "$child" 2>/dev/null
    wait "$child"
  fi
  rm -f "$pid_file"
  exit 0
}

take_pid_file || exit 1
trap finish TERM INT
trap '' HUP
pause=$shortest
while :; do
  INVOCATION_ID=$(cat /proc/sys/kernel/random/uuid)
  export INVOCATION_ID
  began=$(cut -d. -f1 /proc/uptime)
  ${[program, ...runArgs.map(shellWord)].join(' ')} </dev/null >/dev/null 2>&1 &
  child=$!
  wait "$child"
  code=$?
  ran=$(($(cut -d. -f1 /proc/uptime) - began))
  [ "$ran" -ge "$well_after" ] && pause=$shortest
  note "the agent ended with code $code after $ran s; it starts again in $pause s"
  sleep "$pause" &
  child=$!
  wait "$child"
  child=
  [ "$ran" -lt "$well_after" ] && pause=$((pause * 2))
  [ "$pause" -gt "$longest" ] && pause=$longest
done
`;
}

function settings(): string {
  return Object.entries(AGENT_ENVIRONMENT)
    .map(([name, value]) => `export ${name}=${shellWord(value)}`)
    .join('\n');
}
