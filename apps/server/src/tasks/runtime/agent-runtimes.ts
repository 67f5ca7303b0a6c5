import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { APP_CONFIG, dataFolderId, type AppConfig } from '../../config/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { AgentEnvironment, missingNames, type AgentRuntime } from '../types/index.js';
import { groupName, groupPlaces, removeGroups, type GroupPlace } from './control-groups.js';
import type { LaunchedAgent } from './launched-agent.js';
import { instanceMark, killMarked, runMark } from './leftovers.js';
import { INSTANCE_VARIABLE, markerOf, readMarker, TASK_VARIABLE } from './marker.js';
import { DockerRuntime } from './docker-runtime.js';
import { ProcessRuntime } from './process-runtime.js';
import type { PreparedRun, Run } from './run.js';
import { Workspaces } from './workspaces.js';

/** DI token of the path of agentctl. */
export const AGENTCTL_FILE = Symbol('AGENTCTL_FILE');

/** Starts and ends agents, each behind an agentctl of its own. */
@Injectable()
export class AgentRuntimes {
  private readonly logger = new Logger(AgentRuntimes.name);
  private readonly workspaces: Workspaces;
  private readonly processes: ProcessRuntime;
  private own_id: string | undefined;
  private places: Promise<readonly GroupPlace[]> | undefined;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'dataDir' | 'tasks' | 'places'>,
    private readonly environment: AgentEnvironment,
    private readonly containers: DockerRuntime,
    @Inject(AGENTCTL_FILE) agentctl: string,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.workspaces = new Workspaces(config.dataDir);
    this.processes = new ProcessRuntime({
      ...{ config, clock, agentctl, workspaces: this.workspaces },
      groupPlaces: () => this.groupPlaces(),
    });
  }

  /** Not before it is asked: the folder may not be there yet. */
  private get server_id(): string {
    return (this.own_id ??= dataFolderId(this.config.dataDir));
  }

  private groupPlaces(): Promise<readonly GroupPlace[]> {
    return (this.places ??= placesHere());
  }

  /** Known before the launch, so that a run can be written down before anything of it exists. */
  markerOf(runtime: AgentRuntime, run_id: string): string {
    return markerOf(runtime, this.server_id, run_id);
  }

  /** @throws KennyError `unavailable` in words, and nothing of the run is left */
  async launch(run: Run, signal?: AbortSignal): Promise<LaunchedAgent> {
    const { type, task_id, run_id } = run;
    const missing = missingNames(type, Object.keys(run.env));
    if (missing.length > 0) {
      throw new KennyError('unavailable', `${type.id} needs ${missing.join(', ')} in its env`);
    }
    const prepared: PreparedRun = {
      ...run,
      marker: this.markerOf(type.runtime, run_id),
      values: {
        ...(await this.environment.of(type)),
        ...run.env,
        ...{ [TASK_VARIABLE]: task_id, [INSTANCE_VARIABLE]: run_id },
      },
    };
    if (type.runtime === 'process') return this.processes.launch(prepared, signal);
    const around = { workspaces: this.workspaces, git: this.processes.gitPlace(signal) };
    return this.containers.launch(prepared, around, signal);
  }

  /**
   * Ends whatever is left of runs of an earlier start of this server.
   * @returns how many processes and containers were ended
   */
  async killLeftovers(markers: readonly string[]): Promise<number> {
    const own = markers.flatMap((marker) => {
      const read = readMarker(marker);
      return read?.server_id === this.server_id ? [{ ...read, marker }] : [];
    });
    const of = (wanted: AgentRuntime) => own.filter(({ runtime }) => runtime === wanted);
    const marks = of('process').flatMap(({ marker, run_id }) => [
      runMark(marker),
      instanceMark(run_id),
    ]);
    const killed = await killMarked(marks);
    for (const { run_id } of of('process')) {
      await removeGroups(await this.groupPlaces(), groupName(run_id), this.clock);
    }
    const containers = of('docker').map(({ marker }) => marker);
    return killed + (await this.containers.killLeftovers(containers));
  }

  /** What a task has changed in its repository; null when it works in none. */
  async diff(task_id: string): Promise<string | null> {
    return this.workspaces.diff(task_id, this.processes.gitPlace());
  }

  /**
   * Takes away the folder of a task that is no more.
   * @returns the folder that was kept, because something in it is not committed; null: all is gone
   */
  async forget(task_id: string): Promise<string | null> {
    const kept = await this.workspaces.remove(task_id, this.processes.gitPlace());
    if (kept !== null) {
      this.logger.warn(
        `task ${task_id} is gone; ${kept} stays, it holds work that is not committed`,
      );
    }
    return kept;
  }
}

async function placesHere(): Promise<readonly GroupPlace[]> {
  const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
  const [cgroup, mountinfo] = [await read('/proc/self/cgroup'), await read('/proc/self/mountinfo')];
  return groupPlaces(cgroup, mountinfo);
}
