import { setTimeout as delay } from 'node:timers/promises';
import { AGENT_BUILD } from '../config/build.js';
import { textAt } from '../platform/json.js';
import type { NativeLibrary } from '../platform/windows/native/library.js';
import { askHelper, type Asked } from './ask-helper.js';
import { consoleSession, launchHelper } from './launch-helper.js';
import type { SessionAction } from './session-protocol.js';

/** Node starts in a second, or in several on a PC that was just switched on. */
const START_TRIES = 60;
const PAUSE_MS = 250;

/** What the service reads, as one line of JSON. */
export type SessionOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly nobody: boolean };

export interface SessionQuestion {
  readonly library: NativeLibrary;
  readonly action: SessionAction;
  /** Our own executable; the helper must run the same. */
  readonly program: string;
  /** Command line that starts the helper. */
  readonly helperLine: string;
  /** For tests, which have only one session. */
  readonly session?: number;
  readonly pause?: () => Promise<unknown>;
}

const WORDS = {
  nobody:
    'nobody is logged on at the screen of this PC; ask again when somebody is (a helper starts with their session)',
  stranger:
    'another program than kenny listens in the session of the person at this PC, so it was not asked; log off and on again',
  broken: 'the helper in the session of the person at this PC did not answer; log off and on again',
} as const;

/**
 * Asks the helper of the active session. Starts it if it does not run; a helper of another version
 * exits when it is greeted.
 */
export async function askSession(question: SessionQuestion): Promise<SessionOutcome> {
  const { library, action, program } = question;
  const session = question.session ?? consoleSession(library);
  if (session === undefined) return refusal('nobody');
  const ask = (what: SessionAction): Asked => askHelper(library, session, what, program);
  let asked = ask(action);
  if (action === 'hello' && asked.ok && textAt(asked.value, 'version') !== AGENT_BUILD.version) {
    ask('leave');
    asked = await startAndAsk(question, session, ask);
  }
  if (isSilent(asked)) asked = await startAndAsk(question, session, ask);
  if ('no' in asked) return refusal(asked.no);
  return asked.ok
    ? { ok: true, value: asked.value }
    : { ok: false, reason: asked.reason, nobody: false };
}

const isSilent = (asked: Asked): boolean => 'no' in asked && asked.no === 'nobody';

async function startAndAsk(
  { library, action, helperLine, pause = () => delay(PAUSE_MS) }: SessionQuestion,
  session: number,
  ask: (action: SessionAction) => Asked,
): Promise<Asked> {
  if (!launchHelper(library, session, helperLine)) return { ok: false, no: 'nobody' };
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    await pause();
    const asked = ask(action);
    if (!isSilent(asked)) return asked;
  }
  return { ok: false, no: 'broken' };
}

function refusal(no: keyof typeof WORDS): SessionOutcome {
  return { ok: false, reason: WORDS[no], nobody: no === 'nobody' };
}
