import type { PermissionAnswer, PermissionAsk } from '@kenny/acp';
import type { PermissionView } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { randomUUID } from 'node:crypto';
import { PrincipalResolver } from '../src/auth/index.js';
import { Writer } from '../src/database/index.js';
import type { CallContext } from '../src/kernel/index.js';
import {
  PermissionsApi,
  TaskEnds,
  TaskPermissions,
  type AskingRun,
  type PermissionDecision,
} from '../src/tasks/gate/index.js';
import { AServer } from '../test/a-server.js';
import { mcpToken } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const TTL_MS = 3_600_000;
let dataDir: string;
let clock: FakeClock;
let server: AServer;
let admin: CallContext;

const OPTIONS: PermissionAsk['options'] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

beforeAll(async () => {
  dataDir = newDir();
  clock = new FakeClock();
  server = await AServer.start({ dataDir, clock });
  admin = await decider();
});
afterAll(() => server.stop());

async function decider(rights: Parameters<typeof mcpToken>[1] = {}): Promise<CallContext> {
  const made = { scope: 'admin', operator: { id: 'bert' }, name: 'Bert', decide: true, ...rights };
  const { token } = await mcpToken(server, { ...made, scope: rights.scope ?? 'admin' });
  const principal = await server.get(PrincipalResolver).fromBearer(token);
  return { principal, door: 'http', request_id: 'req-test' };
}

function aRun(changes: Partial<AskingRun> = {}): AskingRun {
  return {
    ...{ task_id: randomUUID(), task_title: 'Why is pc1 slow?', run_id: randomUUID() },
    ...{ turn_id: randomUUID(), policy: 'ask', agents: null, agent_name: 'claude-code' },
    ...changes,
  };
}

function anAsk(tool: Partial<PermissionAsk['tool']> = {}, changes: Partial<PermissionAsk> = {}) {
  const own = { id: 'call-1', title: 'rm -rf build', toolKind: 'execute', ...tool };
  const asked: PermissionAsk = {
    ...{ ask: 1, turn: 1, sessionId: 'sess-1', tool: own, toolKinds: [own.toolKind] },
    ...{ options: OPTIONS, cut: false, raw: {}, rawCut: false },
    ...changes,
  };
  return asked;
}

interface Waiting {
  readonly run: AskingRun;
  readonly permission: PermissionView;
  readonly answer: Promise<PermissionAnswer>;
  readonly cancel: AbortController;
}

async function asked(run = aRun(), ask = anAsk()): Promise<Waiting> {
  const told = server.nextEvent('permission.changed');
  const cancel = new AbortController();
  const answer = server.get(TaskPermissions).ask(run, ask, cancel.signal);
  return { run, answer, cancel, permission: (await told).permission };
}

const respond = (
  { run, permission }: Waiting,
  decision: PermissionDecision,
  ctx: CallContext = admin,
): Promise<PermissionView> =>
  server.get(PermissionsApi).respond(ctx, run.task_id, permission.pending_id, decision);

const rowsOf = async ({ permission }: Waiting) => {
  const rows = await server.audit('kind=decision&limit=100');
  return rows
    .filter(({ target }) => target === `permission ${permission.pending_id}`)
    .map(({ actor, door, ok, args }) => ({ by: actor.id, door, ok, ...args }));
};

describe('what an agent wants to do by itself', () => {
  it('waits for a person, who answers once', async () => {
    const waiting = await asked();
    expect(waiting.permission).toMatchObject({
      ...{ title: 'rm -rf build', kind: 'execute', outcome: null, tool_call_id: 'call-1' },
      options: [{ option_id: 'once' }, { option_id: 'no' }],
    });
    expect(await respond(waiting, { option_id: 'once' })).toMatchObject({
      ...{ outcome: 'selected', option_id: 'once', decided_by: 'bert' },
    });
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'once' });
    await expect(respond(waiting, { option_id: 'no' })).rejects.toMatchObject({
      code: 'already_decided',
    });
    expect(await rowsOf(waiting)).toMatchObject([
      { by: 'bert', door: 'http', ok: true, action: 'allow', why: 'person', option_id: 'once' },
      { by: waiting.run.task_id, door: 'task', action: 'ask', title: 'rm -rf build' },
    ]);
  });

  it('is decided by the first of two people, whatever the other says', async () => {
    const waiting = await asked();
    const carla = await decider({ operator: { id: 'carla' }, name: 'Carla' });
    const said = await Promise.allSettled([
      respond(waiting, { option_id: 'once' }),
      respond(waiting, { option_id: 'no' }, carla),
      respond(waiting, { cancelled: true }, carla),
    ]);
    const counted = said.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(counted).toHaveLength(1);
    const [{ option_id } = { option_id: null }] = counted;
    expect(await waiting.answer).toEqual(
      option_id === null ? { answer: 'cancelled' } : { answer: 'option', optionId: option_id },
    );
    for (const one of said) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_decided' });
    }
    expect(await rowsOf(waiting)).toHaveLength(2);
  });

  it('is asked anew when the same call is asked about again', async () => {
    const run = aRun();
    const first = await asked(run);
    const second = await asked(run);
    expect(second.permission.pending_id).not.toBe(first.permission.pending_id);
    expect(second.permission.shown_sha256).not.toBe(first.permission.shown_sha256);
    await respond(first, { option_id: 'once' });
    expect(await first.answer).toEqual({ answer: 'option', optionId: 'once' });
    await respond(second, { cancelled: true });
    expect(await second.answer).toEqual({ answer: 'cancelled' });
  });

  it('is never allowed for good, and only by what was offered', async () => {
    const waiting = await asked();
    const refused = (decision: PermissionDecision, code: string) =>
      expect(respond(waiting, decision)).rejects.toMatchObject({ code });
    await refused({ option_id: 'always' }, 'forbidden');
    await refused({ option_id: 'made-up' }, 'validation');
    await refused({}, 'validation');
    await refused({ option_id: 'once', cancelled: true }, 'validation');
    await refused({ option_id: 'once', shown_sha256: 'a'.repeat(64) }, 'hash_mismatch');
    const { shown_sha256 } = waiting.permission;
    await respond(waiting, { option_id: 'no', shown_sha256 });
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'no' });
  });

  it('is for who may decide and reaches every PC of the task', async () => {
    const waiting = await asked(aRun({ agents: ['pc1', 'pc2'] }));
    const by = async (rights: Parameters<typeof decider>[0]) =>
      respond(waiting, { option_id: 'once' }, await decider(rights));
    await expect(by({ decide: false })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(by({ agents: ['pc1'] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(by({ classes: ['read'] })).rejects.toMatchObject({ code: 'forbidden' });
    const api = server.get(PermissionsApi);
    const narrow = await decider({ agents: ['pc1'] });
    expect((await api.list(narrow.principal, waiting.run.task_id)).permissions).toEqual([]);
    await by({ scope: 'operator', agents: ['pc1', 'pc2'] });
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'once' });

    const ofAll = await asked();
    const both = await decider({ agents: ['pc1', 'pc2'] });
    await expect(respond(ofAll, { option_id: 'no' }, both)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      api.respond(admin, 'another task', ofAll.permission.pending_id, { cancelled: true }),
    ).rejects.toMatchObject({ code: 'not_found' });
    ofAll.cancel.abort();
    await ofAll.answer;
  });

  it('is no when nobody decides in time, and a later yes is told so', async () => {
    const waiting = await asked();
    const unable = await asked(aRun(), anAsk({}, { options: OPTIONS.slice(0, 2) }));
    await clock.advanceAsync(TTL_MS - 1);
    expect((await server.get(PermissionsApi).list(admin.principal)).total).toBe(2);
    await clock.advanceAsync(1);
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'no' });
    expect(await unable.answer).toEqual({ answer: 'cancelled' });
    await expect(respond(waiting, { option_id: 'once' })).rejects.toMatchObject({
      code: 'expired',
    });
    expect((await rowsOf(waiting))[0]).toMatchObject({ ok: false, why: 'expired', by: 'kenny' });
  });

  it('is cancelled with its turn, and a later yes is told so', async () => {
    const waiting = await asked();
    waiting.cancel.abort();
    expect(await waiting.answer).toEqual({ answer: 'cancelled' });
    await expect(respond(waiting, { option_id: 'once' })).rejects.toMatchObject({
      code: 'already_decided',
    });
    const gone = AbortSignal.abort();
    expect(await server.get(TaskPermissions).ask(aRun(), anAsk(), gone)).toEqual({
      answer: 'cancelled',
    });
  });

  it('is cancelled with its run, and with its task', async () => {
    const [ofRun, ofTask] = [await asked(), await asked()];
    await server.get(TaskPermissions).cancelOf({ run_id: ofRun.run.run_id });
    await server.get(TaskEnds).endOf(ofTask.run.task_id, 'it was completed');
    expect(await Promise.all([ofRun.answer, ofTask.answer])).toEqual([
      ...[{ answer: 'cancelled' }, { answer: 'cancelled' }],
    ]);
    expect((await rowsOf(ofTask))[0]).toMatchObject({ why: 'task_ended', outcome: 'cancelled' });
  });

  it('waits on when the step that would have ended it fails', async () => {
    const waiting = await asked();
    const failing = server.get(Writer).write(async (tx) => {
      await server.get(TaskEnds).stopIn(tx, waiting.run.task_id, 'stopped');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    await respond(waiting, { option_id: 'once' });
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'once' });
  });

  it('is denied at once where its type denies', async () => {
    const waiting = await asked(aRun({ policy: 'deny' }));
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'no' });
    expect(waiting.permission).toMatchObject({ outcome: 'selected', decided_by: null });
    expect(await rowsOf(waiting)).toMatchObject([
      { action: 'refuse', why: 'type' },
      { action: 'ask' },
    ]);
  });

  it('is allowed at once when it is provably a tool of kenny, which asks by itself', async () => {
    const own = { title: 'mcp__kenny__shell_exec', toolKind: 'other' };
    const waiting = await asked(aRun({ policy: 'deny' }), anAsk(own));
    expect(await waiting.answer).toEqual({ answer: 'option', optionId: 'once' });
    expect((await rowsOf(waiting))[0]).toMatchObject({ action: 'allow', why: 'own_tool' });
    const claimed = await asked(aRun({ policy: 'deny' }), anAsk({ ...own, toolKind: 'execute' }));
    expect(await claimed.answer).toEqual({ answer: 'option', optionId: 'no' });
  });

  it('has five places in one task', async () => {
    const run = aRun();
    const waiting: Waiting[] = [];
    for (const _place of [1, 2, 3, 4, 5]) waiting.push(await asked(run));
    const signal = new AbortController().signal;
    await expect(server.get(TaskPermissions).ask(run, anAsk(), signal)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await server.get(TaskPermissions).cancelOf({ task_id: run.task_id });
    await Promise.all(waiting.map(({ answer }) => answer));
  });

  it('shows what it hides, and is bound to all of it', async () => {
    const hidden = 'l\u0455 \u202egpj\u0000' + 'x'.repeat(5_000);
    const input = { command: `half \ud800 and nul \u0000 ${'y'.repeat(100_000)}` };
    const waiting = await asked(aRun(), anAsk({ title: hidden, rawInput: input }, { cut: true }));
    const { title, shown } = waiting.permission;
    expect(title).toMatch(/^l\u0455⟨U\+0455⟩ ⟨U\+202E⟩gpj⟨U\+0000⟩x+…$/u);
    expect(title.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(shown).length).toBeLessThan(70_000);
    expect(JSON.stringify(shown)).toMatch(/⟨cut: the whole has/);
    expect(shown['cut']).toBe(true);
    await respond(waiting, { cancelled: true });
    expect(await waiting.answer).toEqual({ answer: 'cancelled' });
  });

  it('of a run that a restart ended is cancelled: nobody waits for it', async () => {
    const waiting = await asked();
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    admin = await decider();
    await expect(respond(waiting, { option_id: 'once' })).rejects.toMatchObject({
      code: 'already_decided',
    });
    const api = server.get(PermissionsApi);
    expect((await api.list(admin.principal, waiting.run.task_id)).permissions).toMatchObject([
      { pending_id: waiting.permission.pending_id, outcome: 'cancelled', decided_by: null },
    ]);
    expect((await rowsOf(waiting))[0]).toMatchObject({ why: 'restart' });
  });
});
