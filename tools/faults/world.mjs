import { API_PATHS } from '@kenny/contract/client';
import { SERVER_FILES } from '@kenny/contract/agent';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakePcs } from './fake-pcs.mjs';
import { Oracle } from './oracle.mjs';
import { Person } from './person.mjs';
import {
  AGENT_PROGRAM,
  eventually,
  freePort,
  nodeLine,
  Program,
  SERVER_PROGRAM,
} from './processes.mjs';

const OPEN = new Set();

/** For somebody who ends the command early: no process, mount or folder is left. */
export async function closeWorlds() {
  for (const world of [...OPEN]) await world.close().catch(() => undefined);
}

/** Folders, processes and people of one scenario on one engine; `close` removes all of it. */
export class World {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-faults-')));
  oracle = new Oracle(join(this.folder, 'ran.jsonl'));
  /** Each start's milliseconds until the server was healthy. */
  starts = [];
  #programs = [];
  #closing = [];
  #mounts = [];
  #people = 0;

  constructor(engine, database, port) {
    this.engine = engine;
    this.database = database;
    this.port = port;
    this.dataDir = join(this.folder, 'data');
    this.url = `http://127.0.0.1:${port}`;
    OPEN.add(this);
    this.admin = new Person(this.url, `kny_${randomBytes(32).toString('base64url')}`);
  }

  /** @param database - of PostgreSQL; undefined is the SQLite file in the data folder */
  static async open(engine, database) {
    return new World(engine, database, await freePort());
  }

  get sqlite() {
    return join(this.dataDir, SERVER_FILES.database);
  }

  file(name) {
    return join(this.dataDir, SERVER_FILES[name]);
  }

  onClose(close) {
    this.#closing.unshift(close);
  }

  /** After every process has ended. */
  onUnmount(unmount) {
    this.#mounts.unshift(unmount);
  }

  makeFolder(name) {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  start(name, line, options) {
    const program = new Program(name, line, options);
    this.#programs.push(program);
    return program;
  }

  /** The process alone; nobody waits whether it comes up. */
  launch({ env = {}, flags = [], before = [] } = {}) {
    this.server = this.start(
      'server',
      [...before, ...nodeLine(...flags, SERVER_PROGRAM, 'serve')],
      {
        cwd: this.folder,
        env: {
          KENNY_DATA_DIR: this.dataDir,
          KENNY_PORT: String(this.port),
          KENNY_OPERATOR_TOKEN: this.admin.token,
          KENNY_LOG_LEVEL: 'warn',
          ...(this.database ? { KENNY_DATABASE_URL: this.database.url } : {}),
          ...env,
        },
      },
    );
    return this.server;
  }

  /** A server that answers, and knows the admin. */
  async startServer(options) {
    const server = this.launch(options);
    await this.healthy(server);
    this.starts.push(performance.now() - server.startedAt);
    await eventually('the admin is known', () => this.is(API_PATHS.me, 200), 30_000);
    return server;
  }

  healthy(server, patienceMs = 60_000) {
    return eventually(
      'the server is healthy',
      () => {
        if (!server.running) throw new Error(`it has ended:\n${server.output}`);
        return this.is(API_PATHS.healthz, 200);
      },
      patienceMs,
      25,
    );
  }

  /** Whether this path answers so; nobody there is no. */
  async is(path, status) {
    const answer = await this.admin.get(path, { patienceMs: 5_000 }).catch(() => undefined);
    return answer?.status === status;
  }

  async readyz() {
    const { status, body } = await this.admin.get(API_PATHS.readyz, { patienceMs: 10_000 });
    return { status, ...body };
  }

  async killServer() {
    const at = await this.server.kill();
    this.oracle.killed(at);
    return at;
  }

  async restart(options) {
    await this.server.stop();
    return this.startServer(options);
  }

  joinFakePcs(count, options = {}) {
    const joined = FakePcs.join(this.admin, count, { oracle: this.oracle, ...options });
    return joined.then((pcs) => {
      this.onClose(() => pcs.leave());
      return pcs;
    });
  }

  /** Somebody with a name and limits of their own. */
  async newPerson(more = {}) {
    const name = `person-${(this.#people += 1)}`;
    const body = { operator: { id: name }, name, scope: 'operator', decide: true, ...more };
    const { token } = await this.admin.must('POST', API_PATHS.tokens, body);
    return this.admin.as(token);
  }

  /** A real agent's own folder and tokens; `start` gives a process, as often as wanted. */
  async newAgent(agent_id, { url = this.url, stateDir } = {}) {
    const added = await this.admin.must('POST', API_PATHS.agents, { agent_id });
    const state = stateDir ?? this.makeFolder(`agent-${agent_id}`);
    const env = {
      KENNY_SERVER: url,
      KENNY_AGENT_ID: agent_id,
      KENNY_SERVER_PUBKEY: added.server_public_key,
      KENNY_ENROLL_TOKEN: added.enrollment.token,
    };
    const line = nodeLine(AGENT_PROGRAM, 'run', '--state-dir', state);
    const start = (before = [], more = {}) =>
      this.start(agent_id, [...before, ...line], { cwd: this.folder, env: { ...env, ...more } });
    return { agent_id, state, start };
  }

  /** The PC as the fleet shows it. */
  async pc(agent_id) {
    const { agents } = await this.admin.must('GET', API_PATHS.fleet);
    return agents.find((pc) => pc.agent_id === agent_id);
  }

  online(agent_id, patienceMs) {
    const online = async () => (await this.pc(agent_id))?.online;
    return eventually(`${agent_id} is online`, online, patienceMs);
  }

  async close() {
    OPEN.delete(this);
    for (const close of this.#closing.splice(0)) await close();
    const running = this.#programs.filter((program) => program.running);
    for (const program of running) program.signal('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    this.admin.close();
    this.oracle.close();
    await this.database?.drop?.();
    for (const unmount of this.#mounts) unmount();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
