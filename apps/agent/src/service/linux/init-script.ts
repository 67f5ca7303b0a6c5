import { AGENT_FILES, SERVICE_NAME } from '@kenny/contract/agent';
import { shellWord } from '@kenny/kernel';
import { join } from 'node:path';
import type { ServicePaths } from '../service-paths.js';

/** Seconds until it is killed; longer than the agent needs to disconnect. */
const STOP_SECONDS = 30;

/** Starts the plain supervisor at boot, for System V init and whatever runs its scripts. */
export function initScript(paths: ServicePaths): string {
  return `#!/bin/sh
### BEGIN INIT INFO
# Provides:          ${SERVICE_NAME}
# Required-Start:    $remote_fs $network
# Required-Stop:     $remote_fs $network
# Default-Start:     2 3 4 5
# Default-Stop:      0 1 6
# Short-Description: kenny agent
# Description:       Keeps the kenny agent of this PC running.
### END INIT INFO
# Written by "kenny-agent install", which also repairs it.
set -u
supervisor=${shellWord(paths.supervisor)}
pid_file=${shellWord(paths.pidFile)}
program=${shellWord(paths.program)}
lock=${shellWord(join(paths.stateFolder, AGENT_FILES.lock))}

# The living supervisor's process id, if there is one: a reused number is not it.
supervisor_pid() {
  pid=$(cat "$pid_file" 2>/dev/null) || return 1
  grep -aqF "$supervisor" "/proc/\${pid:-none}/cmdline" 2>/dev/null || return 1
  echo "$pid"
}

# An agent whose supervisor was killed: it would keep the lock from the next one.
stray_pid() {
  pid=$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' "$lock" 2>/dev/null)
  grep -aqF "$program" "/proc/\${pid:-none}/cmdline" 2>/dev/null || return 1
  echo "$pid"
}

# Runs the command each second until it succeeds; fails after that many seconds.
within() {
  left=$1
  shift
  until "$@"; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 1
  done
}

is_up() { supervisor_pid >/dev/null; }
is_down() { ! is_up; }
no_stray() { ! stray_pid >/dev/null; }

end_stray() {
  stray=$(stray_pid) || return 0
  kill -TERM "$stray"
  within ${STOP_SECONDS} no_stray || kill -KILL "$stray"
}

start() {
  if is_up; then
    echo "${SERVICE_NAME} runs already"
    return 0
  fi
  end_stray
  # A session of its own: nothing that ends the terminal ends the service.
  setsid "$supervisor" </dev/null >/dev/null 2>&1 &
  if within 5 is_up; then
    echo "${SERVICE_NAME} is started"
  else
    echo "${SERVICE_NAME} does not start; run $supervisor to see why" >&2
    return 1
  fi
}

stop() {
  if ! pid=$(supervisor_pid); then
    end_stray
    echo "${SERVICE_NAME} does not run"
    return 0
  fi
  kill -TERM "$pid"
  if ! within ${STOP_SECONDS} is_down; then
    kill -KILL -- "-$pid"
    rm -f "$pid_file"
  fi
  echo "${SERVICE_NAME} is stopped"
}

case "\${1:-}" in
  start) start ;;
  stop) stop ;;
  restart | force-reload) stop && start ;;
  status)
    if is_up; then
      echo "${SERVICE_NAME} runs"
    else
      echo "${SERVICE_NAME} does not run"
      exit 3
    fi
    ;;
  *)
    echo "usage: $0 start|stop|restart|status" >&2
    exit 2
    ;;
esac
`;
}
