import { MCP_BRIDGE } from '@kenny/contract/agentctl';
import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Clock } from '@kenny/kernel';
import { bridgeBeside, type AppConfig } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';
import { programOf, type AgentType } from '../types/index.js';
import { groupName, makeGroup, type ControlGroup, type GroupPlace } from './control-groups.js';
import type { Confine, GitPlace } from './git.js';
import type { LaunchedAgent } from './launched-agent.js';
import { AGENT_PROCESSES, limited, type LimitedCommand } from './limits.js';
import { startAgentctl } from './process-carrier.js';
import type { PreparedRun } from './run.js';
import { SANDBOX_HOME, SANDBOX_USER, sandboxed, type Bind } from './sandbox.js';
import { SandboxHere, SYSTEM_PATH, type UsableBubblewrap } from './sandbox-here.js';
import { Sidecar } from './sidecar.js';
import { programView } from './system-view.js';
import type { Workspace, Workspaces } from './workspaces.js';

export interface ProcessParts {
  readonly config: Pick<AppConfig, 'dataDir' | 'tasks' | 'places'>;
  /** The bundled program. */
  readonly agentctl: string;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
  readonly groupPlaces: () => Promise<readonly GroupPlace[]>;
}

/** Where an agent in the sandbox finds the bridge to its tools. */
const SANDBOX_BRIDGE = `/etc/kenny/${MCP_BRIDGE.file}`;

/** Where a workspace would hide what the sandbox is made of. */
const TAKEN = ['/bin', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys', '/usr'];

/** Agents as processes of this machine: in a sandbox, unless its owner has said otherwise. */
export class ProcessRuntime {
  private readonly sandbox: SandboxHere;

  constructor(private readonly parts: ProcessParts) {
    this.sandbox = new SandboxHere(parts.config.places);
  }

  /** How git is run; the sandbox is looked for when there is something for git to do. */
  gitPlace(signal?: AbortSignal): GitPlace {
    const { config } = this.parts;
    const place = { path: SYSTEM_PATH, ...(signal && { signal }) };
    if (!config.tasks.sandbox) return { ...place, path: config.places.path, confine: null };
    const confine: Confine = async (view, command) => {
      const found = bubblewrapOf(await this.sandbox.mustFind());
      return sandboxed(
        { ...view, ...found, hidden: [], network: false, memory_mb: 1_024 },
        command,
      );
    };
    return { ...place, confine };
  }

  /** @throws KennyError `unavailable` in words */
  async launch(run: PreparedRun, signal?: AbortSignal): Promise<LaunchedAgent> {
    const { parts } = this;
    const { type } = run;
    const { sandbox } = parts.config.tasks;
    const program = await this.program(run);
    const place = this.gitPlace(signal);
    const workspace = await parts.workspaces.prepare(run.task_id, type, place);
    const home = await parts.workspaces.home(type.id);
    const cwd = sandbox ? type.working_dir : workspace.host;
    const env = {
      PATH: [...new Set([...SYSTEM_PATH, dirname(process.execPath), dirname(program)])].join(':'),
      HOME: sandbox ? SANDBOX_HOME : home,
      LANG: 'C.UTF-8',
      ...run.values,
    };
    const command = [program, ...type.command.slice(1)];
    const inside = sandbox
      ? await this.intoSandbox(run, { command, workspace, home, program })
      : command;
    const limits = { ...type, processes: AGENT_PROCESSES };
    const name = groupName(run.run_id);
    const group = await makeGroup(await parts.groupPlaces(), name, limits, parts.clock);
    const { command: words, notes } = await this.limit(inside, type, group);
    const token = randomBytes(32).toString('base64url');
    const started = await this.start(
      { config: { token, command: words, cwd: workspace.host, env }, marker: run.marker },
      group,
      signal,
    );
    return new Sidecar(
      {
        ...{ base_url: started.base_url, token, sandboxed: sandbox, marker: run.marker },
        workspace: {
          ...{ host: workspace.host, cwd },
          git: workspace.worktree && { branch: workspace.worktree.branch },
        },
        shares_loopback: true,
        mcp_bridge: sandbox ? SANDBOX_BRIDGE : bridgeBeside(parts.agentctl),
        notes: [...notes, ...(sandbox ? [] : withoutSandbox(type))],
      },
      started.carrier,
      parts.clock,
    );
  }

  private async start(
    what: Pick<Parameters<typeof startAgentctl>[0], 'config' | 'marker'>,
    group: ControlGroup,
    signal?: AbortSignal,
  ) {
    const { agentctl, config, clock } = this.parts;
    const program = {
      ...what,
      ...{ file: agentctl, path: config.places.path, clear: () => group.remove() },
    };
    try {
      return await startAgentctl(program, clock, signal);
    } catch (error) {
      throw new KennyError('unavailable', error instanceof Error ? error.message : String(error));
    }
  }

  private async program({ type, values }: PreparedRun): Promise<string> {
    const [word = ''] = type.command;
    const path = values['PATH']?.split(':') ?? this.parts.config.places.path;
    const program = await programOf(word, path);
    if (program !== null) return program;
    throw new KennyError('unavailable', `${JSON.stringify(word)} of ${type.id} was not found`);
  }

  private async intoSandbox(
    { task_id, type }: PreparedRun,
    has: { command: readonly string[]; workspace: Workspace; home: string; program: string },
  ): Promise<string[]> {
    const { workspaces, config, agentctl } = this.parts;
    const { working_dir } = type;
    if (working_dir === '/' || TAKEN.some((folder) => `${working_dir}/`.startsWith(`${folder}/`))) {
      throw new KennyError('unavailable', `working_dir ${working_dir} of ${type.id} is taken`);
    }
    const mounts = await Promise.all(
      type.mounts.map(async (mount): Promise<Bind> => {
        const [from = '', to = '', mode] = mount.split(':');
        return { from: await workspaces.ofServer(from, 'mounts'), to, writable: mode === 'rw' };
      }),
    );
    const files = await workspaces.identity(task_id, SANDBOX_USER);
    const programs = [...(await viewOf(has.program)), ...(await nodeView())];
    const binds: Bind[] = [
      ...programs.map((path) => ({ from: path, to: path, writable: false })),
      ...files.map((file) => ({ from: file, to: `/etc/${basename(file)}`, writable: false })),
      { from: bridgeBeside(agentctl), to: SANDBOX_BRIDGE, writable: false },
      { from: has.home, to: SANDBOX_HOME, writable: true },
      { from: has.workspace.host, to: working_dir, writable: true },
      ...gitBinds(has.workspace, working_dir),
      ...mounts,
    ];
    const data = await realpath(config.dataDir);
    const found = await this.sandbox.mustFind();
    return sandboxed(
      {
        ...bubblewrapOf(found),
        ...{ binds, hidden: [data], cwd: working_dir, network: true, memory_mb: type.memory_mb },
      },
      has.command,
    );
  }

  private async limit(
    command: readonly string[],
    type: AgentType,
    group: ControlGroup,
  ): Promise<LimitedCommand> {
    const programs = {
      prlimit: await programOf('prlimit', SYSTEM_PATH),
      taskset: await programOf('taskset', SYSTEM_PATH),
    };
    return limited(command, type, { group, cores: availableParallelism(), programs });
  }
}

const bubblewrapOf = ({ file, lastUserNamespace }: UsableBubblewrap) => ({
  bwrap: file,
  lastUserNamespace,
});

const withoutSandbox = ({ mounts }: AgentType): string[] => [
  'it runs without a sandbox, with all rights of the server',
  ...(mounts.length > 0 ? ['mounts are not made without a sandbox'] : []),
];

/** Git finds its records, and nobody can lead it elsewhere; to commit is not the agent's. */
function gitBinds({ host, worktree }: Workspace, working_dir: string): Bind[] {
  if (!worktree) return [];
  const { repository } = worktree;
  return [
    { from: repository, to: repository, writable: false },
    { from: join(host, '.git'), to: join(working_dir, '.git'), writable: false },
  ];
}

async function viewOf(file: string): Promise<string[]> {
  return programView(file, await realpath(file));
}

/** The server's own Node.js with npm and npx beside it, for agents that are packages of npm. */
async function nodeView(): Promise<string[]> {
  const node = process.execPath;
  const [bin, prefix] = [dirname(node), dirname(dirname(node))];
  const own = await viewOf(node);
  if (own.length === 0 || basename(bin) !== 'bin' || !isAbsolute(prefix)) return own;
  const modules = await realpath(join(prefix, 'lib/node_modules')).catch(() => null);
  return [...new Set([...own, bin, ...(modules === null ? [] : [modules])])];
}
