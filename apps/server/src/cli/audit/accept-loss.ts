import {
  API_PATHS,
  EXIT_CODES,
  type AuditEnd,
  type AuditLoss,
  type ExitCode,
  type LossAccepted,
} from '@kenny/contract/client';
import { confirmed } from '../confirm.js';
import type { Invocation } from '../invocation.js';
import type { LossPlace } from '../local/local-loss.js';
import { look, say, type Shown } from '../output/shown.js';
import { facts } from '../output/table.js';

export interface AcceptLossOptions {
  readonly yes?: boolean;
  readonly local?: boolean;
}

/** Shows what is missing, and continues without it once confirmed. */
export async function acceptLoss(call: Invocation, options: AcceptLossOptions): Promise<ExitCode> {
  const place = options.local ? await localPlace(call) : serverPlace(call);
  try {
    return await acceptAt(call, place, options.yes === true);
  } finally {
    await place.close();
  }
}

async function acceptAt(call: Invocation, place: LossPlace, sure: boolean): Promise<ExitCode> {
  const { screen } = call;
  const loss = await place.loss();
  if (!loss) {
    if (screen.json) screen.printJson(JSON.stringify({ loss }));
    else screen.print(say`No row is missing: there is nothing to accept.`);
    return EXIT_CODES.ok;
  }
  if (!sure || !screen.json) screen.note(...lossLines(loss), say``);
  if (!sure && !(await confirmed(call, say`Go on without these rows?`))) return EXIT_CODES.waiting;
  const done = await place.accept(loss);
  if (screen.json) screen.printJson(JSON.stringify(done));
  else screen.print(...doneLines(done));
  return EXIT_CODES.ok;
}

function serverPlace(call: Invocation): LossPlace {
  const client = call.client();
  return {
    loss: async () => {
      const answer = await client.request('GET', API_PATHS.auditLoss);
      return (await client.read('AuditLossState', answer)).loss;
    },
    accept: async ({ kept, lost }) => {
      const body = { kept_sha256: kept.sha256, lost_sha256: lost.sha256 };
      const answer = await client.request('POST', API_PATHS.auditLoss, { body });
      return client.read('LossAccepted', answer);
    },
    close: () => Promise.resolve(),
  };
}

/** Lazy: loads the server's code. */
async function localPlace({ io }: Invocation): Promise<LossPlace> {
  const { openLocalLoss } = await import('../local/local-loss.js');
  return openLocalLoss(io);
}

function lossLines({ kept, lost, missing, message }: AuditLoss): Shown[] {
  return [
    say`${look(message, 'red')}`,
    say``,
    ...facts([
      ['still there', endWords(kept, 'no row')],
      ['vouched for', endWords(lost, 'rows that no checkpoint can name any more')],
      ['missing', missing === null ? 'not known' : `at least ${missing}`],
    ]),
    say``,
    say`If you did not restore a backup yourself, find out first who did.`,
    say`Going on ends every request that is open, and every login of the dashboard.`,
    say`What was made after row ${kept.seq} is gone: tokens, PCs, rules. Tokens revoked after it work again.`,
  ];
}

function endWords({ seq, sha256, at }: AuditEnd, none: string): string {
  if (seq === 0) return none;
  return `up to row ${seq}${at === null ? '' : ` of ${at}`} (${sha256.slice(0, 16)})`;
}

function doneLines({ row, expired, lapsed, unknown, sessions }: LossAccepted): Shown[] {
  return [
    say`Row ${row} of the audit log says so. Changes can be asked for again.`,
    ...facts([
      ['expired', `${expired} waiting requests`],
      ['lapsed', `${lapsed} approved ones`],
      ['unknown', `${unknown} that were sent`],
      ['logins ended', String(sessions)],
    ]),
    say`Next: look through tokens, PCs and rules ("kenny token list"), then "kenny audit verify".`,
  ];
}
