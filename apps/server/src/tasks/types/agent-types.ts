import {
  addAgentLine,
  agentPreset,
  SERVER_FILES,
  type AgentTypeList,
  type AgentTypeView,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { AuditLog } from '../../audit/index.js';
import { by, mustBeAdmin } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads, Writer } from '../../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../../kernel/index.js';
import { AgentTypeSwitchEntity } from './agent-type-switch.entity.js';
import type { AgentType } from './agent-type.js';
import { BUILT_INS } from './built-ins.js';
import { firstThere, pathsHere, programOf } from './discovery.js';
import { missingNames, RUN_VARIABLES } from './env-values.js';
import { RuntimeStates } from './runtime-states.js';
import { readTypesFile, type FileReading } from './types-file.js';

export interface Availability {
  readonly available: boolean;
  readonly reason: string | null;
}

type Config = Pick<AppConfig, 'dataDir' | 'tasks' | 'places'>;
const LONGEST_REASON = 1_000;

/**
 * Which external agents may run on this server: what kenny knows by itself and what the file of
 * agent types says, which is read anew each time. Doors switch them on and off, and nothing else.
 */
@Injectable()
export class AgentTypes {
  constructor(
    @Inject(APP_CONFIG) private readonly config: Config,
    private readonly runtimes: RuntimeStates,
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What is wrong with the file, for whoever owns the server; the types built in stay. */
  async problems(): Promise<readonly string[]> {
    return (await this.file()).problems;
  }

  /** As doors show it. */
  async whole(): Promise<AgentTypeList> {
    const { types: own, problems } = await this.file();
    const switches = await this.switches();
    const types = await Promise.all(merged(own).map((type) => this.view(type, switches)));
    return { types, problems: [...problems], total: types.length };
  }

  /** The same, and for those who own the server where its file is. */
  async wholeFor({ principal }: Pick<CallContext, 'principal'>): Promise<AgentTypeList> {
    const whole = await this.whole();
    return principal.kind === 'operator' && principal.scope === 'admin'
      ? { ...whole, file: this.config.tasks.agentTypesFile }
      : whole;
  }

  async list(): Promise<AgentTypeView[]> {
    return (await this.whole()).types;
  }

  /** @throws KennyError `not_found`, with what is wrong with the file if that may be why */
  async mustGet(id: string): Promise<AgentType> {
    const { types, problems } = await this.file();
    const found = merged(types).find((type) => type.id === id);
    if (found) {
      const switched = (await this.switches()).get(id);
      return { ...found, enabled: switched ?? found.enabled };
    }
    const why = problems.length > 0 ? ' The file of agent types cannot be used.' : '';
    throw new KennyError('not_found', `there is no agent type ${JSON.stringify(id)}.${why}`);
  }

  /** @throws KennyError `forbidden`, `not_found` */
  async setEnabled(ctx: CallContext, id: string, enabled: boolean): Promise<AgentTypeView> {
    mustBeAdmin(ctx, 'switch agent types on and off');
    const type = await this.mustGet(id);
    if (type.enabled !== enabled) {
      const row = { type_id: id, enabled, updated_at: this.clock.now() };
      await this.writer.write(async (tx) => {
        await tx.manager.upsert(AgentTypeSwitchEntity, row, ['type_id']);
        await this.audit.append(tx, {
          ...by(ctx),
          ...{ kind: 'setting', target: `agent type ${id}`, args: { enabled }, ok: true },
        });
      });
    }
    return this.view(type, new Map([[id, enabled]]));
  }

  /** Whether everything that an agent needs is there; nothing is started to find out. */
  async availability(type: AgentType): Promise<Availability> {
    const reason =
      (await this.runtimes.unavailable(type)) ??
      (await this.withoutProgram(type)) ??
      (await this.withoutLogin(type)) ??
      withoutVariables(type);
    return { available: reason === null, reason: reason?.slice(0, LONGEST_REASON) ?? null };
  }

  private async withoutProgram({ id, runtime, command }: AgentType): Promise<string | null> {
    const [word] = command;
    if (runtime !== 'process' || word === undefined) return null;
    if ((await programOf(word, this.config.places.path)) !== null) return null;
    const install = BUILT_INS.find((known) => known.id === id)?.install;
    return `${JSON.stringify(word)} is not installed${install ? `: ${install}` : ''}`;
  }

  /** Only of what kenny knows by itself; whoever writes a type says in its `env` what it needs. */
  private async withoutLogin({ id, built_in }: AgentType): Promise<string | null> {
    const known = built_in ? BUILT_INS.find((type) => type.id === id) : undefined;
    if (!known) return null;
    const own = join(this.config.dataDir, SERVER_FILES.agentHomes, id);
    // The agent's home is this one, with a sandbox and without, and it is given no variable of ours.
    const seen = pathsHere(known.paths, { home: own, variables: {} });
    if (seen.length === 0 || (await firstThere(seen)) !== null) return null;
    const elsewhere = await firstThere(pathsHere(known.paths, this.config.places));
    const found = elsewhere
      ? `${elsewhere} is a login of the server's own user, and agents do not see it`
      : 'no login of it was found';
    const key = agentPreset(id) ? `: ${addAgentLine(id)}` : ' as a type of the file';
    return `${found}. Log in with HOME=${own}, or give it a key${key}`;
  }

  private file(): Promise<FileReading> {
    const { agentTypesFile } = this.config.tasks;
    const isNamed = agentTypesFile !== join(this.config.dataDir, SERVER_FILES.agentTypes);
    return readTypesFile(agentTypesFile, isNamed);
  }

  private async switches(): Promise<Map<string, boolean>> {
    const rows = await this.reads.manager.find(AgentTypeSwitchEntity);
    return new Map(rows.map(({ type_id, enabled }) => [type_id, enabled]));
  }

  private async view(
    type: AgentType,
    switches: ReadonlyMap<string, boolean>,
  ): Promise<AgentTypeView> {
    return {
      id: type.id,
      name: type.name,
      description: type.description,
      runtime: type.runtime,
      image: type.image,
      capabilities: [...type.capabilities],
      enabled: switches.get(type.id) ?? type.enabled,
      ...(await this.availability(type)),
      built_in: type.built_in,
      working_dir: type.working_dir,
      memory_mb: type.memory_mb,
      cpu_cores: type.cpu_cores,
      timeout_s: type.timeout_s,
      required_env: [...type.required_env],
      permissions: type.permissions,
      classes: [...type.classes],
    };
  }
}

/** A type of the file takes the place of the one built in that has its id. */
function merged(own: readonly AgentType[]): AgentType[] {
  const others = BUILT_INS.filter(({ id }) => !own.some((type) => type.id === id));
  return [...others.map(({ paths: _paths, install: _install, ...type }) => type), ...own];
}

function withoutVariables(type: AgentType): string | null {
  const missing = missingNames(type, RUN_VARIABLES);
  if (missing.length === 0) return null;
  return `${missing.join(', ')} must be set in its env, in the file of agent types`;
}
