import {
  agentUpdate,
  compareVersions,
  RELEASE_PATHS,
  type RegisterMeta,
  type UpdateAgentBody,
} from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import type { CallContext } from '../context/index.js';
import { AgentDirectory } from '../directory/index.js';
import { Dispatch, type CallOutcome } from '../dispatch/index.js';
import { ReleasesService, type PublishedRelease } from '../distribution/index.js';
import { KennyError } from '../errors/index.js';
import { FleetService } from '../telemetry/index.js';

/**
 * Which release a PC gets is the server's to say; that it gets it is a call like any other, with
 * approval, guard and audit.
 */
@Injectable()
export class AgentUpdates {
  constructor(
    private readonly fleet: FleetService,
    private readonly directory: AgentDirectory,
    private readonly releases: ReleasesService,
    private readonly dispatch: Dispatch,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
  ) {}

  /**
   * @throws KennyError `unknown_agent`, `offline`, `unsupported` for an agent that does not say its
   *   processor, `not_found` without a release for it, `conflict` when there is none that is newer
   */
  async ask(
    ctx: CallContext,
    agentId: string,
    { version, reason }: UpdateAgentBody,
  ): Promise<CallOutcome> {
    const { agent_id, agent_uid } = this.fleet.subject(ctx.principal, agentId);
    const live = this.directory.get(agent_id);
    if (live?.agent_uid !== agent_uid) {
      throw new KennyError('offline', `${agent_id} is not connected; try again when it is.`);
    }
    const release = await this.chosen(agent_id, live.meta, version);
    const url = this.config.publicUrl + RELEASE_PATHS.file(release.name);
    const args = { version: release.version, url, sha256: release.sha256 };
    return this.dispatch.call(ctx, { tool: agentUpdate.name, agent_id, args, reason });
  }

  private async chosen(
    agent_id: string,
    { os, arch, version: running }: RegisterMeta,
    version: string | undefined,
  ): Promise<PublishedRelease> {
    if (arch === undefined) {
      throw new KennyError(
        'unsupported',
        `The agent on ${agent_id} does not say which processor it is made for; install it anew.`,
      );
    }
    const release = await this.releases.choose({ os, arch }, version);
    if (compareVersions(release.version, running) !== 1) {
      throw new KennyError(
        'conflict',
        `${agent_id} runs ${running.slice(0, 64)} already, which ${release.version} is not above; ` +
          'agents never go back.',
      );
    }
    return release;
  }
}
