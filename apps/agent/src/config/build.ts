import { KENNY_VERSION } from '@kenny/contract/agent';
import { decodeKey } from '@kenny/handshake/agent';

/** Defined by the packager; absent in a development build. */
declare const KENNY_PACKAGED_VERSION: string;
declare const KENNY_PACKAGED_RELEASE_KEY: string;

/** Fixed when the program was packaged. No setting and no frame changes it. */
export interface AgentBuild {
  readonly version: string;
  /** Raw public key whose signature makes a release genuine; without one there are no updates. */
  readonly releaseKey: Buffer | undefined;
}

export const AGENT_BUILD: AgentBuild = {
  version: typeof KENNY_PACKAGED_VERSION === 'string' ? KENNY_PACKAGED_VERSION : KENNY_VERSION,
  releaseKey:
    typeof KENNY_PACKAGED_RELEASE_KEY === 'string'
      ? decodeKey(KENNY_PACKAGED_RELEASE_KEY)
      : undefined,
};
