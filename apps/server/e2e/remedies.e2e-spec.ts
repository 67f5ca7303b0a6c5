import type { ApprovalAnswer, CatalogView } from '@kenny/contract';
import { AGENT_FEATURES, type Os } from '@kenny/contract/agent';
import { REMEDIES, THRESHOLDS, type Remedy } from '@kenny/health';
import { spawnSync } from 'node:child_process';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const ALL = Object.entries(REMEDIES).flatMap(([section, remedies]) =>
  remedies.map((remedy): [string, string, Remedy] => [section, remedy.title, remedy]),
);

describe('what usually helps', () => {
  let server: AServer;
  beforeAll(async () => {
    server = await AServer.start({ dataDir: newDir() });
    for (const os of ['windows', 'linux'] as const) {
      const meta = { hostname: os, os, version: '0.1.0' };
      await server.connected(pcOf(os), { meta, features: [...AGENT_FEATURES] });
    }
  });
  afterAll(() => server.stop());

  const pcOf = (os: Os) => `pc-${os}`;

  it('is in the catalog, for systems of both kinds', async () => {
    const { body } = await server.http<CatalogView>('GET', '/api/catalog');
    expect(body.remedies).toEqual(REMEDIES);
    expect(new Set(ALL.map(([, , { os }]) => os))).toEqual(new Set(['windows', 'linux']));
  });

  it.each(ALL)('of %s, “%s”, is a request that waits for a person', async (section, _, remedy) => {
    const { tool, os, title, field, choose } = remedy;
    // Somebody has ticked one of what there is.
    const args = { ...remedy.args, ...(choose && { [choose.argument]: ['temp'] }) };
    expect(THRESHOLDS[section as keyof typeof THRESHOLDS].map((one) => one.field)).toContain(field);
    const body = { agent_id: pcOf(os), args, reason: title };
    const asked = await server.http<ApprovalAnswer>('POST', `/api/tools/${tool}`, body);
    expect(asked).toMatchObject({
      status: 202,
      body: { approval: { state: 'pending', agent_id: pcOf(os), reason: title } },
    });
    const { id, call_sha256 } = asked.body.approval;
    await server.http('POST', `/api/approvals/${id}`, { decision: 'cancel', call_sha256 });
  });

  it.each(ALL.filter(([, , { tool }]) => tool === 'shell_exec'))(
    'of %s, “%s”, is a script that a shell can read',
    (_section, _title, { args }) => {
      const { status, stderr } = spawnSync('sh', ['-n', '-c', String(args['command'])]);
      expect([status, String(stderr)]).toEqual([0, '']);
    },
  );
});
