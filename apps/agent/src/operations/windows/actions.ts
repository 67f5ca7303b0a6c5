import type { LoggedEvent, ResultOf } from '@kenny/contract/agent';
import { listAt, numberAt, parseJson, textAt } from '../../platform/json.js';
import { systemProgram } from '../../platform/windows/environment.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { ReadingContext } from '../../platform/platform.js';
import { runProgram } from '../../platform/run-program.js';
import { ADAPTER_SCRIPT, EVENT_LOG_SCRIPT } from './event-log-script.js';
import {
  type PowershellResult,
  runPowershell,
  whyPowershellFailed,
} from '../../platform/windows/powershell.js';

/** The dispatcher's deadline comes first. */
const LONGEST_MS = 1_200_000;
/** Windows event levels 0 (always) to 5. */
const LEVELS = ['Information', 'Critical', 'Error', 'Warning', 'Information', 'Verbose'];
/** The catalog's limit: longer messages are cut, not dropped. */
const MESSAGE_LENGTH = 64_000;

/** `powershell_exec`: runs the operator's script unchanged; no output is fine. */
export async function execPowershell(
  script: string,
  { signal }: ReadingContext,
  program?: string,
): Promise<ResultOf<'powershell_exec'>> {
  const result = await runPowershell({
    script,
    onError: 'Continue',
    timeoutMs: LONGEST_MS,
    signal,
    ...(program === undefined ? {} : { program }),
  });
  mustHaveRun(result);
  return {
    stdout: result.stdout,
    stderr: result.stderr,
    exit_code: result.exit_code ?? -1,
    ...(result.truncated ? { truncated: true } : {}),
  };
}

/** The newest events of one log, newest first. @throws ToolFailure */
export async function readWindowsEvents(
  log: string,
  count: number,
  { signal }: ReadingContext,
  program?: string,
): Promise<LoggedEvent[]> {
  const text = await answerOf(EVENT_LOG_SCRIPT, { log, count }, signal, program);
  const answer = parseJson(text);
  if (!Array.isArray(Reflect.get(Object(answer), 'events'))) {
    throw new ToolFailure('exec_failed', 'PowerShell answered in an unknown form');
  }
  return listAt(answer, 'events').flatMap((event) => {
    const time = textAt(event, 'time');
    if (time === undefined) return [];
    const source = textAt(event, 'source') ?? 'unknown';
    return [
      {
        time,
        level: LEVELS[numberAt(event, 'level') ?? 0] ?? 'Information',
        source: `${source} (${numberAt(event, 'id') ?? '?'})`.slice(0, 512),
        message: (textAt(event, 'message') ?? '').slice(0, MESSAGE_LENGTH),
      },
    ];
  });
}

/** `net_adapter_reset`. @throws ToolFailure */
export async function restartAdapter(
  name: string,
  { signal }: ReadingContext,
  program?: string,
): Promise<void> {
  const answer = await answerOf(ADAPTER_SCRIPT, { name }, signal, program);
  if (answer === 'done') return;
  if (answer === 'missing') {
    throw new ToolFailure('not_found', 'there is no adapter with this name; net_config lists them');
  }
  throw new ToolFailure('exec_failed', 'PowerShell answered in an unknown form');
}

/** `net_dns_flush`: ipconfig needs no PowerShell; its output is translated. */
export async function flushDnsCache(
  { signal }: ReadingContext,
  file = systemProgram('ipconfig'),
): Promise<void> {
  const result = await runProgram({ file, args: ['/flushdns'], timeoutMs: LONGEST_MS, signal });
  if (result.failure) throw new ToolFailure('exec_failed', `ipconfig: ${result.failure.message}`);
  if (result.aborted) throw new ToolFailure('timeout', 'ipconfig was ended early');
  const words = `${result.stderr}\n${result.stdout}`.trim().split('\n').at(-1)?.trim() ?? '';
  if (result.exit_code === 0 && words !== '') return;
  const end =
    words === '' ? `it said nothing (exit code ${result.exit_code})` : words.slice(0, 200);
  throw new ToolFailure('exec_failed', `the DNS cache was not flushed: ${end}`);
}

/** Output of one of our own scripts, which always print something. @throws ToolFailure */
async function answerOf(
  script: string,
  args: object,
  signal: AbortSignal,
  program: string | undefined,
): Promise<string> {
  const result = await runPowershell({
    script,
    arguments: args,
    timeoutMs: LONGEST_MS,
    signal,
    ...(program === undefined ? {} : { program }),
  });
  mustHaveRun(result);
  const why = whyPowershellFailed(result);
  if (why !== undefined) throw new ToolFailure('exec_failed', why);
  const answer = result.stdout.trim();
  if (answer === '') throw new ToolFailure('exec_failed', 'PowerShell gave no answer');
  return answer;
}

/** @throws ToolFailure when the script never ran, or was ended */
function mustHaveRun(result: PowershellResult): void {
  if (result.aborted || result.timed_out) {
    throw new ToolFailure('timeout', 'the script was ended early');
  }
  if (result.failure || !result.began) {
    throw new ToolFailure('exec_failed', whyPowershellFailed(result) ?? 'PowerShell did not run');
  }
}
