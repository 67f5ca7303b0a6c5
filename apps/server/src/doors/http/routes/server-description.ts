import {
  KENNY_VERSION,
  OPERATING_SYSTEMS,
  PROTOCOL_VERSION,
  type InstallerFact,
  type Os,
  type ServerCounts,
  type ServerFacts,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { keyFingerprint } from '@kenny/handshake';
import { Inject, Injectable } from '@nestjs/common';
import { AuditStore } from '../../../audit/index.js';
import { serverUrl } from '../../../auth/index.js';
import {
  AgentsAddress,
  APP_CONFIG,
  dataFolderId,
  ServerIdentity,
  type AppConfig,
} from '../../../config/index.js';
import { DistributionService, PackageBuilds } from '../../../distribution/index.js';
import { CLOCK, KennyError, type Principal } from '../../../kernel/index.js';
import { RulesService } from '../../../policy/index.js';
import { ReleaseFeed } from '../../../release-feed/index.js';
import { FleetService } from '../../../telemetry/index.js';
import { Readiness } from './readiness.js';

const BUILT_ON_DEMAND = 'built when an admin first adds such a PC in the dashboard';

/** Facts about this server for its users; none is secret. */
@Injectable()
export class ServerDescription {
  private readonly started_at: string;
  private readonly chain: string;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly agents: AgentsAddress,
    @Inject(CLOCK) clock: Clock,
    private readonly identity: ServerIdentity,
    private readonly audit: AuditStore,
    private readonly rules: RulesService,
    private readonly fleet: FleetService,
    private readonly distribution: DistributionService,
    private readonly builds: PackageBuilds,
    private readonly readiness: Readiness,
    private readonly releases: ReleaseFeed,
  ) {
    this.started_at = new Date(clock.now()).toISOString();
    this.chain = dataFolderId(config.dataDir);
  }

  async facts(principal: Pick<Principal, 'agents'>): Promise<ServerFacts> {
    const { publicUrl, database, retentionDays, approvalTtlSecs } = this.config;
    const public_key = this.identity.publicKey;
    return {
      version: KENNY_VERSION,
      newer: this.releases.newer(),
      newer_asked_at: this.releases.askedLast(),
      newer_trouble: this.releases.troubleNow(),
      protocol: PROTOCOL_VERSION,
      node: process.version,
      started_at: this.started_at,
      runs_as: this.config.runsAs,
      public_url: publicUrl,
      agent_url: serverUrl(this.agents.url),
      public_key,
      fingerprint: keyFingerprint(Buffer.from(public_key, 'base64')),
      database: database.type,
      retention_days: retentionDays,
      approval_ttl_s: approvalTtlSecs,
      chain: this.chain,
      counts: this.counts(principal),
      state: await this.readiness.state(),
      installers: await Promise.all(OPERATING_SYSTEMS.map((os) => this.installer(os))),
    };
  }

  private counts(principal: Pick<Principal, 'agents'>): ServerCounts {
    const { agents } = this.fleet.view(principal);
    return {
      pcs: agents.length,
      online: agents.filter(({ online }) => online).length,
      rules: this.rules.rules().length,
      audit_rows: this.audit.head,
    };
  }

  private async installer(os: Os): Promise<InstallerFact> {
    try {
      await this.distribution.mustServe(os);
      return { os, ready: true, trouble: null };
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      const trouble = this.builds.canBuild(os) ? BUILT_ON_DEMAND : error.message;
      return { os, ready: false, trouble };
    }
  }
}
