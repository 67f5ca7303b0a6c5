import { KennyError, maySee } from '../src/kernel/index.js';
import { Memory1795700006100 } from '../src/database/migrations/6100-memory.js';
import { Settings1795700006000 } from '../src/database/migrations/6000-settings.js';
import { MEMORY_ENTITIES, MemoryService } from '../src/memory/index.js';
import type { KnownPcs } from '../src/memory/memory.service.js';
import { MemoryRows } from '../src/memory/memory-rows.js';
import { SETTINGS_ENTITIES, type OperatorSettings } from '../src/settings/index.js';
import type { CommittedRows } from './committed-rows.js';
import { SettingsWorld } from './settings-world.js';

const SCHEMA = {
  entities: [...SETTINGS_ENTITIES, ...MEMORY_ENTITIES],
  migrations: [Settings1795700006000, Memory1795700006100],
};
const PCS = ['pc1', 'pc2'];

/** Two PCs, whatever the case of their names. */
const AGENTS: KnownPcs = {
  mustGet({ principal }, id) {
    const agent_id = PCS.find((pc) => pc === id.toLowerCase());
    if (agent_id !== undefined && maySee(principal, agent_id)) return { agent_id };
    throw new KennyError('unknown_agent', `there is no PC ${id}`);
  },
};

/** The memory on a real database, with the settings that switch it on. */
export class MemoryWorld {
  readonly memory: MemoryService;
  readonly settings: OperatorSettings;
  readonly audit: CommittedRows;
  readonly clock: SettingsWorld['clock'];
  private readonly rows: MemoryRows;

  private constructor(private readonly base: SettingsWorld) {
    const { settings, audit, clock, database } = base;
    this.settings = settings;
    this.audit = audit;
    this.clock = clock;
    this.rows = new MemoryRows(database.reads);
    this.memory = new MemoryService(this.rows, database.writer, settings, AGENTS, audit, clock);
  }

  static async start(dataDir: string): Promise<MemoryWorld> {
    return new MemoryWorld(await SettingsWorld.start(dataDir, {}, SCHEMA));
  }

  /** So many memories that nobody has to wait for one by one. */
  async fill(operator_id: string, count: number): Promise<void> {
    const now = this.clock.now();
    await this.base.database.writer.write(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        await this.rows.insert(tx, {
          ...{ operator_id, id: `soft_x${n}`, layer: 'soft', text: `filled ${n}`, tags: [] },
          ...{ scope: 'global', confidence: 65, hits: 0, source: 'manual', status: 'active' },
          ...{ created_at: now, updated_at: now, last_seen_at: now, ttl_days: null },
        });
      }
    });
  }

  /** Everything that was begun is stored. */
  written(): Promise<void> {
    return this.base.database.writer.flush();
  }

  stop(): Promise<void> {
    return this.base.stop();
  }
}
