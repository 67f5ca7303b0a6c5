import { setTimeout as pause } from 'node:timers/promises';
import { told } from './crowd.mjs';
import { percentile } from './oracle.mjs';
import { eventually, now } from './processes.mjs';
import { atMost, figure, must, none, shown } from './rows.mjs';

/** Callers are refused at once, and do not wait for the database each time. */
const REFUSED_MS = 1_000;
const DONE_MS = 10_000;
const SOON = { patienceMs: 10_000 };
/** Rows that wait in files come into the audit log by themselves. */
const ROWS_SETTLE_MS = 60_000;

/** Approved and sent: one change to each PC, whose answers come while nothing can be written. */
export async function sendOneEach(world, pcs) {
  const approvals = await Promise.all(
    pcs.ids.map(async (id) => {
      const person = await world.newPerson();
      const { body } = await person.tool('shell_exec', id, world.oracle.newCommand());
      await person.approve(body.approval);
      return body.approval;
    }),
  );
  const sent = async ({ id }) => (await world.admin.approval(id)).state === 'sent';
  await Promise.all(approvals.map((one) => eventually('it is sent', () => sent(one))));
  return approvals;
}

/** For so long; what `/readyz` said most of the time. */
export async function lookAtReadiness(world, seconds, meanwhile = () => undefined) {
  const seen = [];
  for (const end = now() + seconds * 1000; now() < end;) {
    await pause(Math.min(1_000, Math.max(0, end - now())));
    meanwhile();
    seen.push(await readiness(world));
  }
  const last = seen.at(-1);
  const ready = seen.filter((words) => words.startsWith('ready')).length;
  return {
    held: !last.startsWith('ready'),
    words: `${last}; ready ${ready} of ${seen.length} times`,
  };
}

async function readiness(world) {
  const answer = await world.readyz().catch(() => undefined);
  if (!answer) return 'no answer';
  return answer.status === 200 ? 'ready' : 'not ready';
}

/** What the crowd was told while it lasted. */
export function* toldRows(crowd, readiness, fine = ['200', '409']) {
  const { reads, sensitive, changes } = crowd.answers;
  const wrong = Object.keys(reads).filter((status) => !fine.includes(status));
  yield must(
    'reads',
    told(reads),
    `${fine.join(' or ')} alone`,
    wrong.length === 0 && (reads[200] > 0 || fine.includes('503')),
  );
  yield none('sensitive reads answered with a fault of the server (500)', sensitive[500] ?? 0);
  yield shown('sensitive reads', told(sensitive));
  yield shown('changes', told(changes));
  yield none('changes answered with a fault of the server (500)', changes[500] ?? 0);
  yield shown('refused changes were told', words(crowd));
  const refused = crowd.refusedMs.toSorted((a, b) => a - b);
  yield atMost('half of the refusals came within', percentile(refused, 0.5), REFUSED_MS, 'ms');
  yield must('`/readyz` meanwhile', readiness.words, 'not ready in the end', readiness.held);
}

const words = (crowd) =>
  Object.entries(crowd.words)
    .map(([code, message]) => `${code} ("${message}")`)
    .join(', ') || 'nothing';

/** A change can be asked for, approved and runs again. @returns milliseconds since then */
export async function firstChange(world, pcId, since) {
  let last = 'no answer';
  const change = async () => {
    const asked = await world.admin.tool('shell_exec', pcId, world.oracle.newCommand(), SOON);
    last = asked.text;
    if (asked.status !== 202) return undefined;
    const { status, body, text } = await world.admin.approve(asked.body.approval, 20);
    last = text;
    return status === 200 && body.approval.state === 'done';
  };
  await eventually('a change is possible', change).catch((error) => {
    throw new Error(`${error.message}: ${last}`, { cause: error });
  });
  return now() - since;
}

/** Those that were under way, after there was an end to it. */
export async function* doneRows(world, underWay, since) {
  const waits = await Promise.all(
    underWay.map(async ({ id }) => {
      const done = async () => (await world.admin.approval(id)).state === 'done';
      const came = await eventually('it is done', done, 30_000).catch(() => false);
      return came ? now() - since : Infinity;
    }),
  );
  const slowest = Math.max(...waits);
  yield must(
    `${underWay.length} changes under way: \`done\` after it`,
    slowest < Infinity ? `${figure(slowest / 1000)} s` : 'not within 30 s',
    `≤ ${DONE_MS / 1000} s`,
    slowest <= DONE_MS,
  );
}

export const firstChangeRow = (ms) =>
  atMost('first change after it', ms / 1000, DONE_MS / 1000, 's');

/** Rows that waited in memory and in files have come into the audit log, as far as they do in time. */
export function rowsSettled(world) {
  const settled = async () => {
    const { audit } = await world.readyz();
    return audit.waiting === 0 && audit.spooled === 0;
  };
  return eventually('no row waits', settled, ROWS_SETTLE_MS, 200).catch(() => undefined);
}

/** Reads without a row, and whether the audit log itself says how many it lacks. */
export async function* readRecordRows(world) {
  await rowsSettled(world);
  const record = await world.admin.record();
  const said = record.filter(({ kind }) => kind === 'gap').map(gapOf);
  const sum = said.reduce((all, one) => all + one, 0);
  const { missing, of } = await world.oracle.readsWithoutRow(world.admin);
  yield shown('answered reads', of);
  yield shown('of these without a row', missing);
  yield none('missing rows that the audit log does not mention', Math.max(0, missing - sum));
  const { ok, rows, findings } = await world.admin.verify();
  yield must(
    '`audit verify`',
    ok ? `intact, ${rows} rows` : JSON.stringify(findings),
    'intact',
    ok,
  );
}

/** How many rows a row of this kind stands for. */
function gapOf({ args }) {
  const numbers = Object.values(args ?? {}).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [],
  );
  if (Number.isInteger(args?.rows)) return args.rows;
  if (Number.isInteger(args?.count)) return args.count;
  return numbers.filter(Number.isInteger).reduce((all, one) => all + one, 0);
}
