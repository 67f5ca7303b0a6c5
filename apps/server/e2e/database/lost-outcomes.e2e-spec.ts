import type { ApprovalView } from '@kenny/contract';
import { NO_ANSWER, type FakeAgent, type FakeHandler } from '@kenny/testing';
import type { EntityManager } from 'typeorm';
import { Writer } from '../../src/database/index.js';
import { openRawSqlite, type RawConnection } from '../../src/database/sqlite.driver.js';
import { ApprovalsService } from '../../src/policy/index.js';
import { AServer } from '../../test/a-server.js';
import { describeOnPostgres, describeOnSqlite, sqliteIn } from '../../test/database-in.js';
import { takeablePostgres, type TakeablePostgres } from '../../test/take-away-postgres.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
const SHELL = { stdout: 'done\n', stderr: '', exit_code: 0 };

/** A server with one PC that counts what it runs. */
class World {
  readonly runs: string[] = [];
  private constructor(
    readonly server: AServer,
    readonly dataDir: string,
  ) {}

  static async start(): Promise<World> {
    const dataDir = newDir();
    return new World(await AServer.start({ dataDir }), dataDir);
  }

  pc(how: FakeHandler = () => SHELL): Promise<FakeAgent> {
    const shell_exec: FakeHandler = (args, call) => {
      this.runs.push(call.id);
      return how(args, call);
    };
    return this.server.connected('pc1', { features: ['shell_exec'], handlers: { shell_exec } });
  }

  async pending(): Promise<ApprovalView> {
    const args = { command: 'echo hello' };
    const path = '/api/tools/shell_exec';
    const { body } = await this.server.http<{ approval: ApprovalView }>('POST', path, {
      ...{ agent_id: 'pc1', args },
    });
    return body.approval;
  }

  async approve({ id, call_sha256 }: ApprovalView): Promise<void> {
    await this.server.http('POST', `/api/approvals/${id}`, { decision: 'approve', call_sha256 });
  }

  /** Resolves when the outcome of a call could not be stored. */
  notStored(): Promise<unknown> {
    const approvals = this.server.get(ApprovalsService);
    const apply = approvals.apply.bind(approvals);
    return new Promise((resolve) => {
      jest.spyOn(approvals, 'apply').mockImplementation((...step) => {
        const applied = apply(...step);
        applied.catch(resolve);
        return applied;
      });
    });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.stop());

/** A call that runs until it is let go; what happens to the database meanwhile is up to the test. */
async function underWay(result: Record<string, unknown> = SHELL) {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const agent = await world.pc(() => gone.then(() => result));
  const approval = await world.pending();
  const sent = world.server.reaches(approval.id, 'sent');
  await world.approve(approval);
  await sent;
  await agent.request();
  return { id: approval.id, letGo };
}

describeOnSqlite('the outcome of a call, while the file cannot be written', 'a file', () => {
  let other: RawConnection;
  beforeEach(async () => {
    other = await openRawSqlite(sqliteIn(world.dataDir).database.file);
    // Else each test waits five seconds for the lock.
    await world.server
      .get(Writer)
      .write(({ manager }) => manager.query('PRAGMA busy_timeout = 100'));
  });
  afterEach(() => other.close());

  it('is stored when somebody else lets go of the lock, and the call has run once', async () => {
    const { id, letGo } = await underWay();
    await other.exec('BEGIN EXCLUSIVE');
    const notStored = world.notStored();
    letGo();
    await notStored;
    const done = world.server.reaches(id, 'done');
    await other.exec('ROLLBACK');
    expect(await done).toMatchObject({ outcome: { result: SHELL } });
    expect(world.runs).toHaveLength(1);
  });

  it('is stored when the disk has room again', async () => {
    const long = { ...SHELL, stdout: 'x'.repeat(500_000) };
    const { id, letGo } = await underWay(long);
    const makeRoom = await pagesAtMost(1);
    const notStored = world.notStored();
    letGo();
    await notStored;
    const done = world.server.reaches(id, 'done');
    await makeRoom();
    expect(await done).toMatchObject({ state: 'done' });
    expect(world.runs).toHaveLength(1);
  });

  /**
   * What SQLite says then is what it says of a full disk. Never fewer than there are.
   * @returns what makes room again, beside the writer: that one refuses by then
   */
  async function pagesAtMost(pages: number): Promise<() => Promise<void>> {
    const set = (manager: EntityManager, most: number): Promise<unknown> =>
      manager.query(`PRAGMA max_page_count = ${most}`);
    return world.server.get(Writer).write(async ({ manager }) => {
      await set(manager, pages);
      return async () => void (await set(manager, 1_000_000));
    });
  }

  it('is asked for when the PC went away meanwhile and is back', async () => {
    const agent = await world.pc(() => NO_ANSWER);
    const approval = await world.pending();
    await world.approve(approval);
    const { id } = await agent.request();
    await other.exec('BEGIN EXCLUSIVE');
    const notStored = world.notStored();
    await agent.terminate();
    await notStored;
    const asked: unknown[] = [];
    await world.server.connect('pc1', {
      handlers: {
        call_status: (args) => {
          asked.push(args);
          return { state: 'done', response: { type: 'response', id, ok: true, result: SHELL } };
        },
      },
    });
    const done = world.server.reaches(approval.id, 'done');
    await other.exec('ROLLBACK');
    expect(await done).toMatchObject({ outcome: { result: SHELL } });
    expect(asked).toMatchObject([{ id }]);
    expect(world.runs).toHaveLength(1);
  });

  it('is said not to have run when its sending could not be stored', async () => {
    const agent = await world.pc();
    const approval = await world.pending();
    const approvals = world.server.get(ApprovalsService);
    const claim = approvals.claim.bind(approvals);
    const refused = new Promise((resolve) => {
      jest.spyOn(approvals, 'claim').mockImplementation(async (...how) => {
        await other.exec('BEGIN EXCLUSIVE');
        const claimed = claim(...how);
        claimed.catch(resolve);
        return claimed;
      });
    });
    const lapsed = world.server.reaches(approval.id, 'lapsed');
    await world.approve(approval);
    await refused;
    await other.exec('ROLLBACK');
    expect(await lapsed).toMatchObject({ outcome: { error: { code: 'unavailable' } } });
    expect(agent.requests).toHaveLength(0);
  });
});

describeOnPostgres('the outcome of a call, while PostgreSQL is away', 'a server', () => {
  let postgres: TakeablePostgres;
  beforeEach(async () => {
    postgres = await takeablePostgres(world.dataDir);
  });
  afterEach(() => postgres.close());

  it('is stored when it is back, and the call has run once', async () => {
    const { id, letGo } = await underWay();
    const notStored = world.notStored();
    await postgres.takeAway();
    letGo();
    await notStored;
    const done = world.server.reaches(id, 'done');
    await postgres.giveBack();
    expect(await done).toMatchObject({ outcome: { result: SHELL } });
    expect(world.runs).toHaveLength(1);
  });
});

describe('a call whose sending was stored, but nobody was told', () => {
  it('is not sent, and the PC says that it never came', async () => {
    const asked: unknown[] = [];
    const agent = await world.server.connected('pc1', {
      features: ['shell_exec', 'call_status'],
      handlers: {
        call_status: (args) => {
          asked.push(args);
          return { state: 'not_seen' };
        },
      },
    });
    const approval = await world.pending();
    const approvals = world.server.get(ApprovalsService);
    const claim = approvals.claim.bind(approvals);
    jest.spyOn(approvals, 'claim').mockImplementation(async (...how) => {
      await claim(...how);
      throw new Error('the connection ended before PostgreSQL answered');
    });
    const notRun = world.server.reaches(approval.id, 'not_run');
    await world.approve(approval);
    await notRun;
    expect(agent.requests.map(({ tool }) => tool)).toEqual(['call_status']);
    expect(asked).toHaveLength(1);
  });
});
