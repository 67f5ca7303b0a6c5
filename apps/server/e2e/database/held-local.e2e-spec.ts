import {
  AGENT_FEATURES,
  API_PATHS,
  type ApprovalAnswer,
  type ApprovalList,
  type ApprovalView,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { NO_ANSWER, type FakeHandler } from '@kenny/testing';
import { ApprovedCalls } from '../../src/dispatch/approved-calls.js';
import { AServer } from '../../test/a-server.js';
import { CliWorld } from '../../test/cli-world.js';
import { databaseEnv } from '../../test/database-in.js';
import { keepDatabase } from '../../test/set-back.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();

describe('kenny audit accept-loss --local', () => {
  it('lets what was approved lapse, and makes what was sent unknown', async () => {
    const dataDir = tempDir();
    const before = await AServer.start({ dataDir });
    const handlers: Record<string, FakeHandler> = { shell_exec: () => NO_ANSWER };
    await before.connected('pc1', { features: [...AGENT_FEATURES], handlers });
    const ask = async (command: string) => {
      const body = { agent_id: 'pc1', args: { command } };
      const path = API_PATHS.tool('shell_exec');
      return (await before.http<ApprovalAnswer>('POST', path, body)).body.approval;
    };
    const approve = ({ id, call_sha256 }: ApprovalView) =>
      before.http('POST', API_PATHS.approval(id), { decision: 'approve', call_sha256 });
    const [sent, approved, pending] = [await ask('1'), await ask('2'), await ask('3')];
    const underWay = before.reaches(sent.id, 'sent');
    await approve(sent);
    await underWay;
    jest.spyOn(before.get(ApprovedCalls), 'run').mockReturnValue();
    await approve(approved);
    const kept = await keepDatabase(dataDir);
    await before.stop();
    await kept.putBack();

    const world = new CliWorld(tempDir(), systemClock);
    world.env = { KENNY_DATA_DIR: dataDir, ...databaseEnv(dataDir) };
    const { code, out } = await world.run('audit', 'accept-loss', '--local', '--yes', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ expired: 1, lapsed: 1, unknown: 1 });

    const server = await AServer.start({ dataDir });
    const ends = new Map(
      (await server.http<ApprovalList>('GET', API_PATHS.approvals)).body.items.map(
        ({ id, state, outcome }) => [id, [state, outcome?.error?.code]],
      ),
    );
    expect(ends.get(sent.id)).toEqual(['unknown', 'unavailable']);
    expect(ends.get(approved.id)).toEqual(['lapsed', 'expired']);
    expect(ends.get(pending.id)).toEqual(['expired', 'expired']);
    await server.stop();
  });

  it('accepts it in the data folder itself, and the next server goes on', async () => {
    const dataDir = tempDir();
    await (await AServer.start({ dataDir })).stop();
    const kept = await keepDatabase(dataDir);
    await (await AServer.start({ dataDir })).stop();
    await kept.putBack();
    const world = new CliWorld(tempDir(), systemClock);
    world.env = { KENNY_DATA_DIR: dataDir, ...databaseEnv(dataDir) };

    const held = await AServer.start({ dataDir });
    expect((await held.http('GET', '/readyz')).status).toBe(503);
    const refused = await world.run('audit', 'accept-loss', '--local', '--yes');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('leave out --local')]);
    await held.stop();

    const { code, out } = await world.run('audit', 'accept-loss', '--local', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('Changes can be asked for again')]);

    const server = await AServer.start({ dataDir });
    expect((await server.http('GET', '/readyz')).status).toBe(200);
    expect((await server.http('GET', '/api/audit/verify')).body).toMatchObject({
      ok: true,
      losses: [{ by: 'somebody at the server itself' }],
    });
    await server.stop();
  });
});
