import type { ReleaseManifest } from '@kenny/contract';
import { isGenuineRelease } from '@kenny/handshake';
import { serverSignatures } from '@kenny/handshake/server';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';

/**
 * The public half of the release key, where somebody gave it to this server. The private half is
 * nowhere on it, so that whoever takes the server over cannot make a release that agents install.
 */
@Injectable()
export class ReleaseKey {
  private readonly signatures = serverSignatures();

  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'releaseKey'>) {}

  /**
   * @returns whether it was judged at all
   * @throws KennyError `validation` for a release that somebody else signed
   */
  mustHaveSigned(manifest: ReleaseManifest): boolean {
    const { releaseKey } = this.config;
    if (!releaseKey) return false;
    if (isGenuineRelease(manifest, releaseKey, this.signatures)) return true;
    throw new KennyError(
      'validation',
      'The signature does not match KENNY_RELEASE_PUBKEY, so no agent would install this. Sign ' +
        'it with "npm run release:sign".',
    );
  }
}
