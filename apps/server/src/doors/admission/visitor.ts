import type { Door } from '@kenny/contract';
import type { Principal } from '../../kernel/index.js';
import type { OpenedWith } from './opened-with.js';

/** Who opened a socket, and whether they still may. */
export interface Visitor extends OpenedWith {
  readonly door: Door;
  /** For one request; counts as a use. @throws KennyError `unauthenticated` when it has ended */
  recognise(): Promise<Principal>;
  /** Whether token and login are still valid; asking does not count as a use. */
  stands(): Promise<boolean>;
}
