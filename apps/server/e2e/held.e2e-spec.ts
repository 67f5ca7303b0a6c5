import {
  AGENT_FEATURES,
  API_PATHS,
  type ApprovalAnswer,
  type ApprovalView,
  type AuditLossState,
  type AuditVerification,
  type CreatedToken,
  type ErrorBody,
  type FleetView,
  type LossAccepted,
  type ReadinessView,
} from '@kenny/contract';
import { LOSS_FAULT_POINTS } from '@kenny/kernel';
import { AuditStore } from '../src/audit/index.js';
import { SYSTEM } from '../src/kernel/index.js';
import { CheckpointFile } from '../src/audit/checkpoint-file.js';
import { AcceptLossService, ApprovalsService } from '../src/policy/index.js';
import { AServer } from '../test/a-server.js';
import { keepDatabase, type KeptDatabase } from '../test/set-back.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const BY_ADMIN = { principal: SYSTEM, door: 'cli', request_id: 'test' } as const;
/** Where `faultPoint` looks for whoever listens. */
const LISTENER = Symbol.for('kenny.fault-point');
const SHELL = { stdout: 'done\n', stderr: '', exit_code: 0 };

let dataDir: string;
let server: AServer;
let runs: string[];
let anna: string;

const handlers = {
  fs_list: () => ({ entries: [] }),
  shell_exec: ({ command }: Record<string, unknown>) => {
    runs.push(String(command));
    return SHELL;
  },
};
const features = [...AGENT_FEATURES];

beforeEach(async () => {
  dataDir = newDir();
  runs = [];
  server = await AServer.start({ dataDir });
  await server.connected('pc1', { features, handlers });
  anna = await aToken('anna');
});
afterEach(() => server.stop());

async function aToken(id: string): Promise<string> {
  const body = { operator: { id }, name: id, scope: 'operator', decide: true };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
}

async function ask(command: string): Promise<ApprovalView> {
  const body = { agent_id: 'pc1', args: { command } };
  const { body: answer } = await server.http<ApprovalAnswer>(
    ...(['POST', API_PATHS.tool('shell_exec'), body, anna] as const),
  );
  return answer.approval;
}

function decide({ id, call_sha256 }: ApprovalView, decision: string) {
  const body = { decision, call_sha256 };
  return server.http<ErrorBody>('POST', API_PATHS.approval(id), body, anna);
}

const approvalNow = async (id: string) =>
  (await server.http<ApprovalAnswer>('GET', API_PATHS.approval(id))).body.approval;

async function approveAndRun(approval: ApprovalView): Promise<void> {
  const done = server.reaches(approval.id, 'done');
  await decide(approval, 'approve');
  await done;
}

/** Starts again on the same folder; the PC comes back. */
async function startAgain(): Promise<void> {
  server = await AServer.start({ dataDir });
  await server.connect('pc1', { features, handlers });
}

const loss = async () => (await server.http<AuditLossState>('GET', API_PATHS.auditLoss)).body.loss;

async function shown() {
  const known = await loss();
  if (!known) throw new Error('nothing is lost');
  return { kept_sha256: known.kept.sha256, lost_sha256: known.lost.sha256 };
}

async function acceptLoss(token = server.admin) {
  return server.http<LossAccepted>('POST', API_PATHS.auditLoss, await shown(), token);
}

const ready = () => server.http<ReadinessView>('GET', API_PATHS.readyz);
const verify = async () =>
  (await server.http<AuditVerification>('GET', API_PATHS.auditVerify)).body;

/** A copy is kept, `work` is done, and the copy is put back. */
async function setBackAfter(work: () => Promise<void>): Promise<void> {
  await server.stop();
  const kept: KeptDatabase = await keepDatabase(dataDir);
  await startAgain();
  await work();
  await server.stop();
  await kept.putBack();
  await startAgain();
}

describe('a server whose database was set back to an earlier state', () => {
  let asked: ApprovalView;
  let head: number;
  beforeEach(async () => {
    asked = await ask('echo once');
    await setBackAfter(async () => {
      await approveAndRun(asked);
      await server.get(AuditStore).checkpoint();
      head = server.get(AuditStore).head;
    });
    expect(runs).toEqual(['echo once']);
  });

  it('does not let a change run again that has run since', async () => {
    const { status, body } = await decide(asked, 'approve');

    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'held' });
    expect(body.error.message).toMatch(/set back .* accept-loss/);
    expect(runs).toEqual(['echo once']);
  });

  it('lets nobody ask for a change, and says why', async () => {
    const body = { agent_id: 'pc1', args: { command: 'echo again' } };
    const answer = await server.http<ErrorBody>(
      ...(['POST', API_PATHS.tool('shell_exec'), body, anna] as const),
    );
    expect([answer.status, answer.body.error.code]).toEqual([409, 'held']);
  });

  it('goes on with reads, lists, the audit log and denials', async () => {
    const fleet = await server.http<FleetView>('GET', API_PATHS.fleet);
    expect(fleet.body.agents).toMatchObject([{ agent_id: 'pc1', online: true }]);
    const body = { agent_id: 'pc1', args: { path: '/tmp' } };
    expect((await server.http('POST', API_PATHS.tool('fs_list'), body)).status).toBe(200);
    expect(await server.audit('tool=fs_list')).toHaveLength(1);
    expect((await decide(asked, 'deny')).status).toBe(200);
    expect((await server.http('POST', API_PATHS.login, { token: anna }, null)).status).toBe(200);
  });

  it('is not ready, and says why and what to do', async () => {
    const { status, body } = await ready();
    expect([status, body.ready, body.database]).toEqual([503, false, 'ok']);
    const [held] = body.conditions;
    expect(held).toMatchObject({ kind: 'held', stops: true });
    expect(held?.message).toMatch(/at least \d+ rows .* kenny audit accept-loss/);
  });

  it('stays so over restarts, whatever is written meanwhile', async () => {
    const before = await loss();
    for (let row = 0; row < 30; row += 1) await server.http('GET', API_PATHS.auditExport);
    await server.stop();
    await startAgain();
    expect(await loss()).toEqual(before);
    expect((await decide(asked, 'approve')).status).toBe(409);
    expect(runs).toEqual(['echo once']);
  });

  it('goes on without a restart once an admin has accepted what is lost', async () => {
    const known = await loss();
    const { status, body } = await acceptLoss();
    expect([status, body.expired, body.lapsed, body.unknown]).toEqual([200, 1, 0, 0]);

    expect(await loss()).toBeNull();
    expect((await ready()).status).toBe(200);
    const { state, outcome } = await approvalNow(asked.id);
    expect([state, outcome?.error?.message]).toEqual([
      'expired',
      expect.stringContaining('may have been decided and run since'),
    ]);
    await approveAndRun(await ask('echo next'));
    expect(runs).toEqual(['echo once', 'echo next']);

    const from = (known?.kept.seq ?? 0) + 1;
    const gap = { from, to: head, row: body.row, by: 'admin', at: expect.any(String) as string };
    expect(await verify()).toMatchObject({ ok: true, findings: [], losses: [gap] });
    await server.stop();
    await startAgain();
    expect((await ready()).status).toBe(200);
    expect(await verify()).toMatchObject({ ok: true, findings: [], losses: [gap] });
    await server.stop();
    await startAgain();
    expect(await verify()).toMatchObject({ ok: true, findings: [], losses: [gap] });
  });

  it('takes the word of an admin who may decide alone, and only for what they were shown', async () => {
    expect((await acceptLoss(anna)).status).toBe(403);
    const token = { operator: { id: 'eve' }, name: 'eve', scope: 'admin' };
    const eve = (await server.http<CreatedToken>('POST', API_PATHS.tokens, token)).body.token;
    expect((await acceptLoss(eve)).status).toBe(403);
    const other = { kept_sha256: '0'.repeat(64), lost_sha256: '0'.repeat(64) };
    expect((await server.http('POST', API_PATHS.auditLoss, other)).status).toBe(409);
    expect((await ready()).status).toBe(503);

    expect((await acceptLoss()).status).toBe(200);
    expect((await server.http('POST', API_PATHS.auditLoss, other)).status).toBe(409);
  });

  it('ends what waits, what is approved and what is under way, and every browser session', async () => {
    const login = await fetch(server.url + API_PATHS.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: anna }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = () => fetch(server.url + API_PATHS.me, { headers: { cookie } });
    expect((await me()).status).toBe(200);

    const { body } = await acceptLoss();

    expect(body.sessions).toBe(1);
    expect((await me()).status).toBe(401);
    const rows = await server.audit('kind=restore');
    expect(rows.map(({ target, actor }) => [target, actor.id])).toEqual([
      ['accepted', 'admin'],
      ['found', 'kenny'],
    ]);
    expect(rows[0]?.args).toMatchObject({ lost: { seq: head } });
  });

  it('stays held, with nothing changed, when it cannot be written', async () => {
    const service = server.get(AcceptLossService);
    const broken = jest
      .spyOn(server.get(ApprovalsService), 'restoreIn')
      .mockRejectedValue(new Error('the disk is full'));
    await expect(service.accept(BY_ADMIN, await shown())).rejects.toThrow('the disk is full');
    broken.mockRestore();

    expect((await ready()).status).toBe(503);
    expect((await approvalNow(asked.id)).state).toBe('pending');
    expect((await server.audit('kind=restore')).map(({ target }) => target)).toEqual(['found']);
    expect((await acceptLoss()).status).toBe(200);
    expect((await verify()).losses).toHaveLength(1);
  });

  it('stays held while the checkpoint file cannot be written, and can be accepted again', async () => {
    const broken = jest
      .spyOn(CheckpointFile.prototype, 'append')
      .mockRejectedValue(new Error('the disk is full'));
    const refused = await server.http<ErrorBody>('POST', API_PATHS.auditLoss, await shown());
    broken.mockRestore();
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
    expect((await decide(asked, 'approve')).status).toBe(409);

    expect((await acceptLoss()).status).toBe(200);
    expect((await ready()).status).toBe(200);
    const { ok, losses } = await verify();
    expect([ok, losses.length]).toEqual([true, 1]);
  });

  it.each(LOSS_FAULT_POINTS)('is let go on by the next start when it ends at %s', async (point) => {
    Reflect.set(globalThis, LISTENER, (reached: string) => {
      if (reached === point) throw new Error(`ended at ${point}`);
    });
    try {
      await expect(server.get(AcceptLossService).accept(BY_ADMIN, await shown())).rejects.toThrow(
        point,
      );
    } finally {
      Reflect.deleteProperty(globalThis, LISTENER);
    }
    await server.stop();
    await startAgain();

    expect((await ready()).status).toBe(200);
    expect((await approvalNow(asked.id)).state).toBe('expired');
    const { ok, findings, losses } = await verify();
    expect([ok, findings, losses.length]).toEqual([true, [], 1]);
  });
});
