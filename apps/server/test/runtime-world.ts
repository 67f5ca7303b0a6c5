import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { SERVER_FILES } from '@kenny/contract';
import { isObject, systemClock } from '@kenny/kernel';
import type { Places } from '../src/config/index.js';
import {
  AgentRuntimes,
  agentctlLink,
  type LaunchedAgent,
  type Run,
} from '../src/tasks/runtime/index.js';
import { DockerRuntime } from '../src/tasks/runtime/docker-runtime.js';
import { RuntimesHere } from '../src/tasks/runtime/runtimes-here.js';
import { AgentEnvironment, type AgentType } from '../src/tasks/types/index.js';

export const PLACES: Places = {
  home: '/nonexistent',
  path: ['/usr/local/bin', '/usr/bin', '/bin'],
  docker: null,
  variables: {},
};

export interface RuntimeSettings {
  /** The program, made from its sources. */
  readonly agentctl: string;
  readonly sandbox?: boolean;
  readonly places?: Partial<Places>;
  readonly publicUrl?: string;
}

const LOCAL = 'http://127.0.0.1:8000';

export function runtimeConfig(
  dataDir: string,
  { sandbox = true, places = {}, publicUrl = LOCAL }: Partial<RuntimeSettings> = {},
) {
  return {
    ...{ dataDir, publicUrl },
    tasks: {
      agentTypesFile: join(dataDir, SERVER_FILES.agentTypes),
      ...{ sandbox, maxConcurrent: 3, retrySecs: 30, stallSecs: 600 },
    },
    places: { ...PLACES, ...places },
  };
}

/** How agents are run, on a real data folder. */
export class RuntimeWorld {
  readonly states: RuntimesHere;
  readonly runtimes: AgentRuntimes;
  private readonly launched: LaunchedAgent[] = [];

  constructor(
    readonly dataDir: string,
    settings: RuntimeSettings,
  ) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const config = runtimeConfig(dataDir, settings);
    const containers = new DockerRuntime(config, systemClock);
    this.states = new RuntimesHere(config, containers);
    const environment = new AgentEnvironment(config);
    this.runtimes = new AgentRuntimes(
      config,
      environment,
      containers,
      settings.agentctl,
      systemClock,
    );
  }

  /** A type that nobody has written down. */
  aType(more: Partial<AgentType> = {}): AgentType {
    return aType(more);
  }

  /** An agent that is this shell script, line by line on stdin and stdout. */
  async script(text: string, more: Partial<AgentType> = {}): Promise<Told> {
    return this.start({ ...aType(), command: ['/bin/bash', '-c', text], ...more });
  }

  async start(type: AgentType, more: Partial<Run> = {}): Promise<Told> {
    const run = { task_id: randomUUID(), run_id: randomUUID(), env: {}, ...more, type };
    const agent = await this.runtimes.launch(run);
    this.launched.push(agent);
    const link = await agentctlLink(agent);
    return new Told(agent, run, link.input, link.output);
  }

  async stop(): Promise<void> {
    await Promise.all(this.launched.map((agent) => agent.dispose()));
  }
}

/** Hears an agent's messages one by one. */
export class Told {
  private readonly lines: Interface;
  private readonly heard: AsyncIterator<string>;

  constructor(
    readonly agent: LaunchedAgent,
    readonly run: Run,
    readonly input: NodeJS.ReadableStream,
    private readonly output: NodeJS.WritableStream,
  ) {
    this.lines = createInterface({ input });
    this.heard = this.lines[Symbol.asyncIterator]();
  }

  /** Its next message. */
  async next(): Promise<Record<string, unknown>> {
    const heard = await this.heard.next();
    if (heard.done) throw new Error(`it ended: ${(await this.agent.ended).words}`);
    return JSON.parse(heard.value) as Record<string, unknown>;
  }

  /** What a script says next with `say`. */
  async said(): Promise<string> {
    const { params } = await this.next();
    return isObject(params) ? String(params['text']) : '';
  }

  async tell(message: object): Promise<void> {
    if (!this.output.write(`${JSON.stringify(message)}\n`)) await once(this.output, 'drain');
  }
}

/** In a script: says its first argument as the params of a notification. */
export const SAY = `say() { jq -cn --arg text "$1" '{jsonrpc:"2.0",method:"said",params:{text:$text}}'; }\n`;

export function aType(more: Partial<AgentType> = {}): AgentType {
  return {
    ...{ id: 'test-agent', name: 'Test agent', description: '', runtime: 'process' },
    ...{ command: ['/bin/true'], image: null, working_dir: '/workspace' },
    ...{ memory_mb: 512, cpu_cores: 1, timeout_s: 60, capabilities: [], enabled: true },
    ...{ required_env: [], mounts: [], workspace: null, permissions: 'ask' },
    ...{ classes: ['read', 'sensitive', 'change'], env: {}, built_in: false },
    ...more,
  };
}

/** The process that carries the run's mark. */
export function agentctlOf(told: Told): number {
  const mark = `KENNY_TASK_RUN=${told.agent.marker}`;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  });
  return Number(found);
}
