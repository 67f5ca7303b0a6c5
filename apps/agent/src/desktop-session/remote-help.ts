import type { ResultOf } from '@kenny/contract/agent';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { at, parseJson, textAt } from '../platform/json.js';
import { systemProgram } from '../platform/windows/environment.js';
import { ToolFailure } from '../errors/tool-failure.js';
import { pictureResult, type Picture } from '../screen/picture-result.js';
import type { ReadingContext, RemoteHelp } from '../platform/platform.js';
import { runPowershell, whyPowershellFailed } from '../platform/windows/powershell.js';
import { QUICK_ASSIST } from './quick-assist.js';
import { askThisSession, type AskSession } from './session-calls.js';
import { readHelpStarted, type SessionAction } from './session-protocol.js';

const NOTE =
  'Quick Assist is open on the desktop of this PC. A person who helps must now give the code to the ' +
  'person at the PC, who types it in and accepts; kenny carries neither screen nor input.';

/** Quick Assist's own server: without it no remote help is possible. */
const RELAY = { host: 'remoteassistance.support.services.microsoft.com', port: 443 } as const;
const RELAY_MS = 5_000;
const PACKAGE_MS = 20_000;

const PACKAGE_SCRIPT = `param($arguments)
$found = Get-AppxPackage -AllUsers -Name $arguments.name | Select-Object -First 1
$version = $null
if ($found) { $version = [string]$found.Version }
ConvertTo-Json -Compress -InputObject @{ answered = $true; version = $version }`;

/** What this needs of Windows; tests bring their own. */
export interface RemoteHelpParts {
  readonly ask: AskSession;
  readonly reachesRelay: (signal: AbortSignal) => Promise<boolean>;
  readonly storeVersion: (signal: AbortSignal) => Promise<string | null>;
  readonly isClassicThere: () => boolean;
}

const THIS_PC: RemoteHelpParts = {
  ask: askThisSession,
  reachesRelay,
  storeVersion,
  isClassicThere: () => existsSync(systemProgram(QUICK_ASSIST.program.replace(/\.exe$/, ''))),
};

/** All screens of the active session. @throws ToolFailure */
export async function captureWindowsScreen(
  { signal }: ReadingContext,
  ask: AskSession = askThisSession,
): Promise<Picture> {
  return pictureResult(await answerOf(ask, 'picture', signal));
}

/** Quick Assist in the active session. */
export function remoteHelp(parts: RemoteHelpParts = THIS_PC): RemoteHelp {
  return {
    status: ({ signal }) => statusOf(parts, signal),

    async start({ signal }) {
      const { pid } = readHelpStarted(await answerOf(parts.ask, 'start-help', signal));
      return { launched: true, pid, note: NOTE };
    },

    async stop({ signal }) {
      const outcome = await parts.ask('stop-help', signal);
      if (outcome.ok) return { stopped: Number(at(outcome.value, 'stopped')) > 0 };
      // Without a user there is no desktop on which it could be open.
      if (outcome.nobody) return { stopped: false };
      throw new ToolFailure('exec_failed', outcome.reason);
    },
  };
}

async function statusOf(
  parts: RemoteHelpParts,
  signal: AbortSignal,
): Promise<ResultOf<'remotehelp_status'>> {
  const [hello, internet_ok, version] = await Promise.all([
    parts.ask('hello', signal),
    parts.reachesRelay(signal),
    installedVersion(parts, signal),
  ]);
  return {
    installed: version !== undefined,
    version: version ?? null,
    internet_ok,
    interactive_session: hello.ok || !hello.nobody,
  };
}

/** Null: installed, without a version of its own; undefined: not installed. @throws ToolFailure */
async function installedVersion(
  { storeVersion: ask, isClassicThere }: RemoteHelpParts,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  if (isClassicThere()) return null;
  return (await ask(signal)) ?? undefined;
}

async function answerOf(
  ask: AskSession,
  action: SessionAction,
  signal: AbortSignal,
): Promise<unknown> {
  const outcome = await ask(action, signal);
  if (!outcome.ok) throw new ToolFailure('exec_failed', outcome.reason);
  return outcome.value;
}

/** Whether Quick Assist can reach its server. */
function reachesRelay(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...RELAY, signal, timeout: RELAY_MS });
    const end = (reached: boolean) => (): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}

/** Version of the Store's Quick Assist; null when it is not installed. @throws ToolFailure */
async function storeVersion(signal: AbortSignal): Promise<string | null> {
  const result = await runPowershell({
    script: PACKAGE_SCRIPT,
    arguments: { name: QUICK_ASSIST.name },
    timeoutMs: PACKAGE_MS,
    signal,
  });
  const why = whyPowershellFailed(result);
  if (why !== undefined) throw new ToolFailure('exec_failed', why);
  const answer = parseJson(result.stdout.trim());
  if (at(answer, 'answered') !== true) {
    throw new ToolFailure('exec_failed', 'PowerShell gave no answer');
  }
  return textAt(answer, 'version')?.slice(0, 64) ?? null;
}
