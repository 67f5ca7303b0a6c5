import {
  AGENT_FEATURES,
  API_PATHS,
  GUARD_GROUPS,
  KENNY_VERSION,
  OPERATING_SYSTEMS,
  exportCutIn,
  type ApprovalAnswer,
  type AuditList,
  type AuditVerification,
  type BuiltInRules,
  type CreatedToken,
  type GateStats,
  type PolicyVerdict,
  type ServerFacts,
} from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { AuditReader, AuditStore } from '../src/audit/index.js';
import { PACKAGES_FOLDER, type PackagesFolder } from '../src/distribution/index.js';
import { aPackage } from '../test/a-package.js';
import { AServer } from '../test/a-server.js';
import { connectClient, mcpToken } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let clock: FakeClock;
let server: AServer;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
});
afterEach(() => server.stop());

async function tokenOf(id: string, more: object = {}): Promise<string> {
  const body = { operator: { id }, name: id, scope: 'operator', decide: true, ...more };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
}

async function decided(command: string, afterMs: number, decision: string, token: string) {
  const body = { agent_id: 'pc1', args: { command } };
  const asked = await server.http<ApprovalAnswer>('POST', API_PATHS.tool('shell_exec'), body);
  const { id, call_sha256 } = asked.body.approval;
  clock.advance(afterMs);
  const answer = await server.http(
    'POST',
    API_PATHS.approval(id),
    { decision, call_sha256 },
    token,
  );
  expect(answer.status).toBe(200);
}

const stats = async (query = '', token = server.admin) =>
  (await server.http<GateStats>('GET', `${API_PATHS.approvalStats}${query}`, undefined, token))
    .body;

describe('the rows of one request', () => {
  it('come together where they are asked for, whatever the filter, and only of PCs that one sees', async () => {
    const handlers = { shell_exec: () => ({ stdout: '', stderr: '', exit_code: 0 }) };
    const features = [...AGENT_FEATURES];
    await server.connected('pc1', { meta: { os: 'linux' }, features, handlers });
    await decided('true', 5_000, 'approve', await tokenOf('ben'));
    const read = async (query: string, token = server.admin) =>
      (await server.http<AuditList>('GET', `${API_PATHS.audit}?${query}`, undefined, token)).body;
    const bens = await read('actor_id=ben&related=true&tool=shell_exec');
    expect(bens.items.map(({ target }) => target)).toEqual(['approve']);
    const others = (bens.related ?? []).map(({ target }) => target);
    expect(others).toEqual(expect.arrayContaining(['request']));
    expect(others).not.toContain('approve');
    expect((await read('actor_id=ben&tool=shell_exec')).related).toBeUndefined();
    const elsewhere = await tokenOf('eve', { agents: ['pc2'] });
    expect(await read('related=true', elsewhere)).toMatchObject({ items: [], related: [] });
  });
});

describe('how people decide', () => {
  beforeEach(async () => {
    const handlers = { shell_exec: () => ({ stdout: '', stderr: '', exit_code: 0 }) };
    await server.connected('pc1', { features: [...AGENT_FEATURES], handlers });
  });

  it('is counted for all and for each person: how many, how fast, how many yes', async () => {
    const [anna, bea] = [await tokenOf('anna'), await tokenOf('bea')];
    await decided('echo 1', 1_000, 'approve', anna);
    await decided('echo 2', 1_500, 'approve', anna);
    await decided('echo 3', 9_000, 'approve', anna);
    await decided('echo 4', 20_000, 'deny', bea);
    const { all, people, hours, more } = await stats();
    expect(all).toEqual({ decided: 4, approved: 3, hasty: 2, median_ms: 5_250 });
    expect(people).toMatchObject([
      { by: { kind: 'operator', id: 'anna' }, decided: 3, approved: 3, hasty: 2, median_ms: 1_500 },
      { by: { id: 'bea' }, decided: 1, approved: 0, hasty: 0, median_ms: 20_000 },
    ]);
    const sum = (name: 'requested' | 'approved' | 'denied') =>
      hours.reduce((total, hour) => total + hour[name], 0);
    expect([sum('requested'), sum('approved'), sum('denied')]).toEqual([4, 3, 1]);
    expect(hours.every(({ at }) => at.endsWith(':00:00.000Z'))).toBe(true);
    expect(more).toBe(false);
  });

  it('leaves out what was accepted in the client that asked, and says how many those were', async () => {
    const handlers = { net_dns_flush: () => ({ ok: true }) };
    await server.connected('pc2', { meta: { os: 'windows' }, handlers });
    const { token } = await mcpToken(server, { name: 'Anna', elicitation: true });
    const answer = () => ({ action: 'accept' as const, content: { approve: true } });
    const client = await connectClient('sdk 2 pinned', { url: server.url, token, answer });
    await client.call('net_dns_flush', { agent_id: 'pc2' });
    await client.close();
    const { all, people, hours, in_client } = await stats();
    expect([all.decided, people, in_client]).toEqual([0, [], 1]);
    expect(hours).toMatchObject([{ requested: 1, approved: 0, denied: 0 }]);
  });

  it('is of the time that was asked for, and of the PCs that the asker may see', async () => {
    const anna = await tokenOf('anna');
    await decided('echo 1', 1_000, 'approve', anna);
    const { to } = await stats();
    clock.advance(60_000);
    await decided('echo 2', 3_000, 'deny', anna);
    expect((await stats(`?to=${to}`)).all.decided).toBe(1);
    expect((await stats(`?from=${new Date(clock.now()).toISOString()}`)).all.decided).toBe(1);
    const elsewhere = await tokenOf('carl', { agents: ['pc2'] });
    const theirs = await stats('', elsewhere);
    expect(theirs).toMatchObject({ all: { decided: 0, median_ms: null }, people: [], hours: [] });
  });

  it('is not asked for over more than a month, nor backwards', async () => {
    for (const from of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
      const path = `${API_PATHS.approvalStats}?from=${from}`;
      expect((await server.http('GET', path)).status).toBe(400);
    }
  });
});

describe('what the server says of itself', () => {
  it('is what somebody needs to add a PC, with what it cannot hand out yet', async () => {
    const facts = async () => (await server.http<ServerFacts>('GET', API_PATHS.server)).body;
    const before = await facts();
    expect(before).toMatchObject({ version: KENNY_VERSION, counts: { pcs: 0, online: 0 } });
    expect(before.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(before.installers.map(({ os }) => os)).toEqual([...OPERATING_SYSTEMS]);
    const linux = ({ installers }: ServerFacts) => installers.find(({ os }) => os === 'linux');
    expect(linux(before)).toMatchObject({ ready: false });
    expect(linux(before)?.trouble).toContain('npm run package:linux');
    await aPackage(server.app.get<PackagesFolder>(PACKAGES_FOLDER));
    await server.connected('pc1');
    const after = await facts();
    expect(linux(after)).toEqual({ os: 'linux', ready: true, trouble: null });
    expect(after.counts).toMatchObject({ pcs: 1, online: 1 });
    expect(after.installers.find(({ os }) => os === 'windows')?.ready).toBe(false);
  });

  it('counts only the PCs that the asker may see', async () => {
    await server.enrol('pc1');
    await server.enrol('pc2');
    const token = await tokenOf('anna', { scope: 'viewer', decide: false, agents: ['pc2'] });
    const { body } = await server.http<ServerFacts>('GET', API_PATHS.server, undefined, token);
    expect(body.counts.pcs).toBe(1);
  });
});

describe('the built-in rules', () => {
  it('are told in words, and a try says which one, where, and in which form', async () => {
    const { items } = (await server.http<BuiltInRules>('GET', API_PATHS.policyBuiltIn)).body;
    expect(items.map(({ group }) => group)).toEqual([...GUARD_GROUPS]);
    for (const { rules, about } of items) {
      expect(about).not.toBe('');
      expect(rules.length).toBeGreaterThan(0);
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    }
    const tried = async (command: string) => {
      const body = { tool: 'shell_exec', args: { command } };
      return (await server.http<PolicyVerdict>('POST', API_PATHS.policyTest, body)).body;
    };
    const plain = await tried("r''m -rf /");
    expect(plain).toMatchObject({ blocked: true, argument: 'command', form: 'plain' });
    expect((await tried('rm -rf /')).form).toBe('written');
    const known = items.find(({ group }) => group === plain.group)?.rules.map(({ id }) => id);
    expect(known).toContain(plain.rule_id?.replace(/\.\d+$/, ''));
    const long = await tried(`echo ${'a'.repeat(20_000)}`);
    expect(long).toEqual({ blocked: false, rules: long.rules, look_twice: [] });
  });
});

describe('the audit log', () => {
  const list = async (query: string) =>
    (await server.http<AuditList>('GET', `${API_PATHS.audit}?${query}`)).body.items;

  it('is searched for a text, also one that looks like a pattern or a statement', async () => {
    await server.enrol('pc1');
    expect((await list('text=PC1')).length).toBeGreaterThan(0);
    expect(await list(`text=${encodeURIComponent("%' OR '1'='1")}`)).toEqual([]);
  });

  it('is exported in parts that fit together, each as long as was asked for', async () => {
    for (const id of ['pc1', 'pc2', 'pc3']) await server.enrol(id);
    const headers = { authorization: `Bearer ${server.admin}` };
    const part = async (query: string) =>
      (await fetch(`${server.url}${API_PATHS.auditExport}?${query}`, { headers })).text();
    const first = await part('limit=2');
    const cut = exportCutIn(first);
    expect(cut).toMatchObject({ rows: 2 });
    expect(first.split('\n')).toHaveLength(2 + 1 + 1);
    const rest = await part(`after=${cut?.after}`);
    const seqs = [...first.split('\n').slice(0, 2), ...rest.trim().split('\n')].map(
      (line) => (JSON.parse(line) as { seq: number }).seq,
    );
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    expect(seqs.length).toBeGreaterThan(3);
    for (const query of ['limit=0', 'limit=-1', 'after=x', 'limit=1e3']) {
      expect((await server.http('GET', `${API_PATHS.auditExport}?${query}`)).status).toBe(400);
    }
  });

  it('is exported as it was when it was asked for, without the row of that export', async () => {
    const log = server.get(AuditStore).log;
    const reader = server.get(AuditReader);
    const after = reader.after.bind(reader);
    jest.spyOn(reader, 'after').mockImplementation(async function* (...asked) {
      await log.flush();
      yield* after(...asked);
    });
    const { rows } = (await server.http<AuditVerification>('GET', API_PATHS.auditVerify)).body;
    const headers = { authorization: `Bearer ${server.admin}` };
    const text = await (await fetch(server.url + API_PATHS.auditExport, { headers })).text();
    expect(text.trimEnd().split('\n')).toHaveLength(rows);
    expect(await list('kind=export')).toHaveLength(1);
  });

  it('holds who took a copy of it away, and of what', async () => {
    const path = `${API_PATHS.auditExport}?format=csv&tool=fs_list`;
    expect((await server.http('GET', path)).status).toBe(200);
    await server.get(AuditStore).log.flush();
    const [row] = await list('kind=export');
    expect(row).toMatchObject({
      target: 'audit',
      args: { format: 'csv', tool: 'fs_list' },
      ok: true,
    });
  });
});
