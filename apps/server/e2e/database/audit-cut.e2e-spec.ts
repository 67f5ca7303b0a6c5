import {
  AGENT_FEATURES,
  API_PATHS,
  SERVER_FILES,
  type ApprovalAnswer,
  type AuditVerification,
  type CreatedToken,
} from '@kenny/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditStore } from '../../src/audit/index.js';
import { Writer } from '../../src/database/index.js';
import { AServer } from '../../test/a-server.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let dataDir: string;
let server: AServer;

beforeEach(async () => {
  dataDir = newDir();
  server = await AServer.start({ dataDir });
  await server.connected('pc1', { features: [...AGENT_FEATURES] });
});
afterEach(() => server.stop());

const verify = async () => (await server.http<AuditVerification>('GET', '/api/audit/verify')).body;

async function ask(command: string) {
  const body = { agent_id: 'pc1', args: { command } };
  const answer = await server.http<ApprovalAnswer>('POST', API_PATHS.tool('shell_exec'), body);
  return answer.body.approval;
}

async function aToken(): Promise<string> {
  const body = { operator: { id: 'bo' }, name: 'bo', scope: 'operator', decide: true };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.id;
}

/** As somebody with the data folder, and without the server's key, would do it. */
async function cutBackTo(seq: number): Promise<void> {
  await server.get(Writer).write(async ({ manager }) => {
    const on = manager.connection.options.type === 'postgres' ? ' ON audit' : '';
    for (const rule of ['audit_no_update', 'audit_no_delete', 'audit_in_order']) {
      await manager.query(`DROP TRIGGER IF EXISTS ${rule}${on}`);
    }
    await manager.query(`DELETE FROM audit WHERE seq > ${seq}`);
  });
  await server.stop();
  const file = join(dataDir, SERVER_FILES.auditCheckpoints);
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as { seq: number }).seq <= seq);
  writeFileSync(file, `${kept.join('\n')}\n`);
  server = await AServer.start({ dataDir });
}

describe('a record that was cut back with its checkpoints', () => {
  it('is given away by the approvals and tokens that were left in the database', async () => {
    const seq = server.get(AuditStore).head;
    const asked = await ask('echo one');
    const { call_sha256 } = asked;
    await server.http('POST', API_PATHS.approval(asked.id), { decision: 'deny', call_sha256 });
    const token = await aToken();
    expect(await verify()).toMatchObject({ ok: true, findings: [] });

    await cutBackTo(seq);

    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    const told = findings.map(({ kind, message }) => `${kind}: ${message}`);
    expect(told).toContain(
      `removed: Approval ${asked.id} was asked for, but no row says so: rows are missing.`,
    );
    expect(told).toContain(
      `removed: Approval ${asked.id} was decided, but not all rows of it are there.`,
    );
    expect(told).toContain(
      `removed: Token ${token} was made, but no row says so: rows are missing.`,
    );
  });

  it('is given away by a decision alone, when the request was before the cut', async () => {
    const asked = await ask('echo two');
    const seq = server.get(AuditStore).head;
    const { call_sha256 } = asked;
    await server.http('POST', API_PATHS.approval(asked.id), { decision: 'deny', call_sha256 });

    await cutBackTo(seq);

    const told = (await verify()).findings.map(({ message }) => message);
    expect(told).toContain(`Approval ${asked.id} was decided, but not all rows of it are there.`);
    expect(told.join()).not.toContain('asked for');
  });

  it('may fit where nothing else knows of the rows, and the answer says so', async () => {
    const { limits } = await verify();
    expect(limits).toContainEqual(expect.stringMatching(/cut both back .* without any key/));
  });
});
