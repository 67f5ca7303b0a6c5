import { API_PATHS, type EnrollmentIssued, type FleetAgent, type FleetView } from '@kenny/contract';
import { FAULT_POINTS, type FaultPoint } from '@kenny/kernel';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.js';
import { eventually } from './eventually.js';
import { withoutPackageLists } from './package-lists.js';
import type { Pc } from './pc.js';
import type { Program } from './program.js';
import { freePort, WORKSPACE, type World } from './world.js';

export const SERVER_PROGRAM = join(WORKSPACE, 'apps/server/bundle/kenny.mjs');
export const AGENT_PROGRAM = join(WORKSPACE, 'apps/agent/bundle/kenny-agent.cjs');
const CLOCK_HOOK = join(WORKSPACE, 'apps/product-e2e/hooks/clock-at.mjs');
const FAULT_HOOK = join(WORKSPACE, 'apps/product-e2e/hooks/kill-at-fault-point.mjs');

export interface InstallationOptions {
  /** The server's program; that of the workspace by default. */
  readonly program?: string;
  /** Further variables of the server. */
  readonly serverEnv?: Readonly<Record<string, string>>;
  /** Further variables of the agent. */
  readonly agentEnv?: Readonly<Record<string, string>>;
  /** Default: `this-pc`. */
  readonly agentId?: string;
  /** Where the agent keeps its state; inside the data folder by default, as under `npm start`. */
  readonly stateDir?: string;
  /** The server's disk is not waited for at each commit; for a server of which no agent reads a file. */
  readonly inMemory?: true;
  /** Where the agent runs; on this machine without it. */
  readonly pc?: Pc;
  /** Needed where a test mounts something while the agent runs. */
  readonly agentSharesMounts?: true;
}

/**
 * One server and one agent that belong together: the same folders, port and tokens over any number
 * of restarts and kills.
 */
export class Installation {
  readonly agentId: string;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly api: Api;
  server: Program | undefined;
  agent: Program | undefined;
  private readonly armed: string;
  private enrollment: EnrollmentIssued | undefined;

  private constructor(
    private readonly world: World,
    name: string,
    readonly port: number,
    private readonly options: InstallationOptions,
  ) {
    this.agentId = options.agentId ?? 'this-pc';
    const folder = options.inMemory ? world.makeFolderInMemory(name) : world.makeFolder(name);
    this.dataDir = join(folder, 'data');
    this.stateDir =
      options.stateDir ?? (options.pc ? '/var/lib/kenny-agent' : join(this.dataDir, 'agent'));
    this.armed = world.makeFolder(`${name}/armed`);
    this.api = new Api(`http://127.0.0.1:${port}`, `kny_${randomBytes(24).toString('hex')}`);
  }

  static async prepare(
    world: World,
    name: string,
    options: InstallationOptions = {},
  ): Promise<Installation> {
    return new Installation(world, name, await freePort(), options);
  }

  /** Both are up, the PC is enrolled and online. */
  static async up(
    world: World,
    name: string,
    options?: InstallationOptions,
  ): Promise<Installation> {
    const installation = await Installation.prepare(world, name, options);
    await installation.startServer();
    await installation.addAgent();
    installation.startAgent();
    await installation.online();
    return installation;
  }

  /** @param calendar where the server's calendar begins; that of this machine without it */
  async startServer(calendar?: Date): Promise<Program> {
    const server = await this.startListening(calendar);
    await this.api.ready();
    return server;
  }

  /** Ready or not: a server that cannot write answers what it can. */
  async startListening(calendar?: Date): Promise<Program> {
    this.server = this.world.start({
      name: 'server',
      args: [
        ...(calendar ? ['--import', CLOCK_HOOK] : []),
        ...['--import', FAULT_HOOK, this.options.program ?? SERVER_PROGRAM, 'serve'],
      ],
      cwd: this.world.folder,
      env: {
        KENNY_DATA_DIR: this.dataDir,
        KENNY_PORT: String(this.port),
        KENNY_OPERATOR_TOKEN: this.api.token,
        ARMED_FAULTS: this.armed,
        // Nobody answers there: no test asks the real one.
        ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
        ...(calendar ? { CLOCK_AT: calendar.toISOString() } : {}),
        ...this.options.serverEnv,
      },
    });
    await this.server.says(/listening on/, 60_000);
    return this.server;
  }

  /** Makes the PC known to the server; its agent enrols at its next start. */
  async addAgent(): Promise<void> {
    const { status, body, text } = await this.api.post<EnrollmentIssued>(API_PATHS.agents, {
      agent_id: this.agentId,
    });
    if (status !== 201) throw new Error(`adding the PC answered ${status}: ${text}`);
    this.enrollment = body;
  }

  startAgent(): Program {
    const { enrollment, options } = this;
    if (!enrollment) throw new Error('the PC must be added first');
    const args = ['--import', FAULT_HOOK, AGENT_PROGRAM, 'run', '--state-dir', this.stateDir];
    const onThisMachine = options.agentSharesMounts ? { args } : withoutPackageLists(args);
    this.agent = this.world.start({
      name: 'agent',
      ...(options.pc ? options.pc.inside(process.execPath, args) : onThisMachine),
      cwd: this.world.folder,
      env: {
        KENNY_SERVER: this.api.url,
        KENNY_AGENT_ID: this.agentId,
        KENNY_SERVER_PUBKEY: enrollment.server_public_key,
        KENNY_ENROLL_TOKEN: enrollment.enrollment.token,
        ARMED_FAULTS: this.armed,
        ...options.agentEnv,
      },
    });
    return this.agent;
  }

  /**
   * Whatever happened before: both run and are connected, and nothing is armed.
   * @param agent `fresh`: a new process, because the waits of one that has lost several connections
   * grow (design §3)
   */
  async recover(agent: 'any' | 'fresh' = 'any'): Promise<void> {
    for (const point of FAULT_POINTS) this.disarm(point);
    if (!this.server?.running) await this.startServer();
    const { online, connected_since } = await this.pc();
    if (online && agent === 'any' && this.agent?.running) return;
    if (this.agent?.running) await this.agent.stop();
    this.startAgent();
    await this.online(connected_since);
  }

  /** Waits until the server says that the PC is connected, on a connection made after `since`. */
  online(since?: string | null): Promise<FleetAgent> {
    return eventually(`${this.agentId} is online`, async () => {
      const pc = await this.pc();
      return pc.online && pc.connected_since !== since ? pc : undefined;
    });
  }

  async pc(): Promise<FleetAgent> {
    const { body } = await this.api.get<FleetView>(`${API_PATHS.fleet}?sections=all`);
    const pc = body.agents.find(({ agent_id }) => agent_id === this.agentId);
    if (!pc) throw new Error(`${this.agentId} is not in the fleet`);
    return pc;
  }

  /** The next process that comes to this point ends there by `kill -9`. */
  arm(point: FaultPoint): void {
    writeFileSync(join(this.armed, point), '');
  }

  /** Nobody is killed there any more; false when a process came to the point and was. */
  disarm(point: FaultPoint): boolean {
    const file = join(this.armed, point);
    const waiting = existsSync(file);
    rmSync(file, { force: true });
    return waiting;
  }
}
