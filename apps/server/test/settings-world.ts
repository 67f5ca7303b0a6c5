import { FakeClock } from '@kenny/testing';
import type { AuditLog } from '../src/audit/index.js';
import type { Acting } from '../src/auth/index.js';
import type { AppConfig } from '../src/config/index.js';
import { openDatabase, type OpenDatabase, type Schema } from '../src/database/index.js';
import { Settings1795700006000 } from '../src/database/migrations/6000-settings.js';
import type { Principal } from '../src/kernel/index.js';
import {
  BackupPlans,
  HelpLink,
  ModelKey,
  Models,
  ModelService,
  OperatorSettings,
  ReleaseFeedAddress,
  SETTINGS_ENTITIES,
} from '../src/settings/index.js';
import { CommittedRows } from './committed-rows.js';
import { databaseIn } from './database-in.js';

/** A request of an operator through the HTTP door. */
export function asking(id: string, more: Partial<Principal> = {}): Acting {
  const principal: Principal = {
    ...{ kind: 'operator', id, name: id, scope: 'operator', token_id: `token-of-${id}` },
    ...{ agents: null, classes: ['read', 'sensitive', 'change'], decide: true },
    ...more,
  };
  return { principal, door: 'http', request_id: 'req-test' };
}

const SCHEMA: Schema = {
  entities: SETTINGS_ENTITIES,
  migrations: [Settings1795700006000],
};
/** Nobody answers there: no test asks the real model service. */
export const NO_MODEL_SERVICE = 'http://127.0.0.1:9';

const NO_SERVICE: AppConfig['anthropic'] = {
  ...{ apiKey: null, baseUrl: NO_MODEL_SERVICE, model: 'claude-sonnet-4-6', prices: null },
};

/** The room of settings on a real database and a real data folder. */
export class SettingsWorld {
  readonly audit = new CommittedRows();
  readonly settings: OperatorSettings;
  readonly plans: BackupPlans;
  readonly helpLink: HelpLink;
  readonly key: ModelKey;
  readonly service: ModelService;
  readonly models: Models;

  private constructor(
    readonly database: OpenDatabase,
    readonly clock: FakeClock,
    dataDir: string,
    anthropic: AppConfig['anthropic'],
  ) {
    const { reads, writer } = database;
    const audit: AuditLog = this.audit;
    this.settings = new OperatorSettings(reads, writer, audit, clock);
    this.plans = this.plansOf(null);
    this.helpLink = new HelpLink(reads, writer, audit, clock);
    this.key = new ModelKey({ anthropic, dataDir }, audit, writer);
    this.service = new ModelService({ anthropic }, this.key);
    this.models = new Models(this.service, { anthropic }, clock);
  }

  /** As a server has them that starts now. @param daily - what its environment says */
  plansOf(daily: boolean | null): BackupPlans {
    const { reads, writer } = this.database;
    const backup = { daily, dir: '', beforeUpgrade: true, recipients: [], bucket: null };
    return new BackupPlans({ backup }, reads, writer, this.audit, this.clock);
  }

  /** As a server has it that starts now. @param releaseFeed - what its environment says */
  async feedOf(releaseFeed: string | null = null): Promise<ReleaseFeedAddress> {
    const { reads, writer } = this.database;
    const feed = new ReleaseFeedAddress({ releaseFeed }, reads, writer, this.audit, this.clock);
    await feed.onModuleInit();
    return feed;
  }

  static async start(
    dataDir: string,
    more: Partial<AppConfig['anthropic']> = {},
    schema = SCHEMA,
  ): Promise<SettingsWorld> {
    const clock = new FakeClock();
    const database = await openDatabase(databaseIn(dataDir), schema, clock);
    return new SettingsWorld(database, clock, dataDir, { ...NO_SERVICE, ...more });
  }

  stop(): Promise<void> {
    return this.database.close();
  }
}
