import type { Clock } from '@kenny/kernel';
import { Injectable, Inject } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_CONFIG, isLoopbackUrl, type AppConfig } from '../../config/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { HOME_MOUNT, type AgentType } from '../types/index.js';
import { startContainer, unlessGone } from './container-carrier.js';
import { AGENTCTL_PORT, containerOptions, MARKER_LABEL } from './container-options.js';
import type { Engine } from './docker-engine.js';
import type { GitPlace } from './git.js';
import type { LaunchedAgent } from './launched-agent.js';
import type { PreparedRun } from './run.js';
import { SANDBOX_HOME, type Bind } from './sandbox.js';
import { Sidecar } from './sidecar.js';
import type { Workspace, Workspaces } from './workspaces.js';

/** Where engines listen when nobody says otherwise; the second is Podman's. */
const SOCKETS = ['/var/run/docker.sock', '/run/podman/podman.sock'];
const NO_ENGINE =
  'Docker or Podman does not answer on the server. Start Docker, or the API service of Podman, and ' +
  'let the user of the server use its socket; DOCKER_HOST=unix://… names another one';
/** What the seed's sidecar runs when nobody says otherwise. */
const SEED_COMMAND = ['auggie', '--acp'];
const IMAGE_COMMAND = 'AGENTCTL_AGENT_COMMAND';

type Config = Pick<AppConfig, 'dataDir' | 'places' | 'publicUrl'>;

/** Agents in containers, whose images have agentctl as their entry point. */
@Injectable()
export class DockerRuntime {
  constructor(
    @Inject(APP_CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Null when containers of this image can be started; an image is never fetched by itself. */
  async unavailable({ image }: Pick<AgentType, 'image'>): Promise<string | null> {
    const engine = await this.engine();
    if (engine === null || !(await answers(engine))) return NO_ENGINE;
    if (image === null) return 'the type names no image';
    const found = await engine.docker
      .getImage(image)
      .inspect()
      .catch(() => null);
    return found ? null : `the image ${image} is not there: build or pull it`;
  }

  /** @throws KennyError `unavailable` in words */
  async launch(
    run: PreparedRun,
    { workspaces, git }: { workspaces: Workspaces; git: GitPlace },
    signal?: AbortSignal,
  ): Promise<LaunchedAgent> {
    const { type, marker } = run;
    const engine = await this.engine();
    if (engine === null || type.image === null) throw new KennyError('unavailable', NO_ENGINE);
    const image = await this.imageOf(engine, type.image);
    const workspace = await workspaces.prepare(run.task_id, type, git);
    const home = await workspaces.home(type.id);
    const binds = await bindsOf(type, { workspace, home, workspaces });
    const hostNetwork = sharesLoopback(this.config);
    const token = randomBytes(32).toString('base64url');
    const options = containerOptions({
      ...{ type, image: type.image, marker, binds, hostNetwork },
      name: `kenny-task-${run.run_id}`,
      user: process.getuid ? `${process.getuid()}:${process.getgid?.() ?? 0}` : null,
    });
    const config = {
      ...{ token, cwd: type.working_dir, command: commandOf(type, image.env) },
      env: { ...withoutOurs(image.env), HOME: SANDBOX_HOME, ...run.values },
      ...(hostNetwork ? {} : { host: '0.0.0.0', port: AGENTCTL_PORT }),
    };
    const started = await this.started(engine, { options, config, hostNetwork }, signal);
    return new Sidecar(
      {
        ...{ base_url: started.base_url, token, sandboxed: true, marker },
        workspace: {
          ...{ host: workspace.host, cwd: type.working_dir },
          git: workspace.worktree && { branch: workspace.worktree.branch },
        },
        shares_loopback: hostNetwork,
        mcp_bridge: null,
        notes: hostNetwork ? ['it shares the network of the server, whose address is local'] : [],
      },
      started.carrier,
      this.clock,
    );
  }

  /** @returns how many containers were taken away */
  async killLeftovers(markers: readonly string[]): Promise<number> {
    if (markers.length === 0) return 0;
    const engine = await this.engine();
    if (engine === null) return 0;
    const { docker } = engine;
    const all = await docker.listContainers({ all: true, filters: { label: [MARKER_LABEL] } });
    const left = all.filter(({ Labels }) => markers.includes(Labels[MARKER_LABEL] ?? ''));
    for (const { Id } of left) {
      await unlessGone(() => docker.getContainer(Id).remove({ force: true, v: true }));
    }
    return left.length;
  }

  private async started(
    engine: Engine,
    what: Parameters<typeof startContainer>[1],
    signal?: AbortSignal,
  ) {
    try {
      return await startContainer(engine, what, this.clock, signal);
    } catch (error) {
      throw new KennyError('unavailable', error instanceof Error ? error.message : String(error));
    }
  }

  private async imageOf(engine: Engine, name: string) {
    try {
      const { Config: config } = await engine.docker.getImage(name).inspect();
      return { env: pairsOf(config.Env) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new KennyError('unavailable', `the image ${name} cannot be used: ${why}`);
    }
  }

  private async engine(): Promise<Engine | null> {
    const { docker } = this.config.places;
    for (const socket of docker === null ? SOCKETS : [docker]) {
      const found = await stat(socket).catch(() => null);
      if (!found?.isSocket()) continue;
      const { Engine } = await import('./docker-engine.js');
      return new Engine(socket);
    }
    return null;
  }
}

/** Where kenny has no other address, a container of its own network would not reach it. */
export function sharesLoopback({ publicUrl }: Pick<AppConfig, 'publicUrl'>): boolean {
  return isLoopbackUrl(publicUrl);
}

async function answers(engine: Engine): Promise<boolean> {
  return engine.docker.ping().then(
    () => true,
    () => false,
  );
}

/** Of an image that came from elsewhere: names and values as they stand there. */
function pairsOf(env: unknown): Record<string, string> {
  const lines: unknown[] = Array.isArray(env) ? env : [];
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^([^=]+)=([\s\S]*)$/.exec(String(line)) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

function withoutOurs(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('AGENTCTL_')));
}

/** The type's own command, else the one that the image is built for. */
function commandOf({ id, command }: AgentType, env: Readonly<Record<string, string>>): string[] {
  if (command.length > 0) return [...command];
  const text = env[IMAGE_COMMAND]?.trim();
  if (text === undefined || text === '') return SEED_COMMAND;
  if (!/["'\\$`]/.test(text)) return text.split(/\s+/);
  throw new KennyError(
    'unavailable',
    `${IMAGE_COMMAND} of the image of ${id} has quotes; say its words in the type's command`,
  );
}

async function bindsOf(
  { id, working_dir, mounts }: AgentType,
  has: { workspace: Workspace; home: string; workspaces: Workspaces },
): Promise<Bind[]> {
  const { workspace, home, workspaces } = has;
  const { host, worktree } = workspace;
  const own: Bind[] = [
    { from: home, to: SANDBOX_HOME, writable: true },
    { from: host, to: working_dir, writable: true },
  ];
  const git: Bind[] = worktree
    ? [
        { from: worktree.repository, to: worktree.repository, writable: false },
        { from: join(host, '.git'), to: join(working_dir, '.git'), writable: false },
      ]
    : [];
  const more = mounts.map(async (mount) => {
    const [from = '', to = '', mode] = mount.split(':');
    const isOwn = from.startsWith(HOME_MOUNT);
    const source = isOwn
      ? await workspaces.inHome(id, from.slice(HOME_MOUNT.length))
      : await workspaces.ofServer(from, 'mounts');
    return { from: source, to, writable: mode === 'rw' };
  });
  return [...own, ...git, ...(await Promise.all(more))];
}
