import { compareVersions, RELEASE_PATHS, type ArgsOf, type RegisterMeta } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../auth/index.js';
import { AgentsAddress } from '../config/index.js';
import { KennyError } from '../kernel/index.js';
import { ReleasesService, type PublishedRelease } from './releases/releases.service.js';

/** Which release a PC's agent is updated to. Agents never go back. */
@Injectable()
export class AgentUpdates {
  constructor(
    private readonly directory: AgentDirectory,
    private readonly releases: ReleasesService,
    private readonly address: AgentsAddress,
  ) {}

  /**
   * The arguments of `agent_update` for this PC.
   * @param version - the newest release when left out
   * @throws KennyError `offline`, `unsupported` for an agent that does not say its processor,
   *   `not_found` without a release for it, `conflict` when there is none that is newer
   */
  async argsFor(
    { agent_id, agent_uid }: { readonly agent_id: string; readonly agent_uid: string },
    version: string | undefined,
  ): Promise<ArgsOf<'agent_update'>> {
    const live = this.directory.get(agent_id);
    if (live?.agent_uid !== agent_uid) {
      throw new KennyError('offline', `${agent_id} is not connected; try again when it is.`);
    }
    const release = await this.chosen(agent_id, live.meta, version);
    const url = this.address.urlFor(live.host) + RELEASE_PATHS.file(release.name);
    return { version: release.version, url, sha256: release.sha256 };
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
