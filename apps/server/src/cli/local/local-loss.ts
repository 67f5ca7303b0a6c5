import type { AuditLoss, LossAccepted } from '@kenny/contract/client';
import type { Acting } from '../../auth/index.js';
import { KennyError, SYSTEM } from '../../kernel/index.js';
import { AcceptLossService } from '../../policy/index.js';
import { CliError } from '../errors.js';
import type { CliIo } from '../io.js';
import { openedLocally } from './open-data-folder.js';

const principal = Object.freeze({ ...SYSTEM, name: 'somebody at the server itself' });
const ACTING: Acting = { principal, door: 'cli', request_id: 'local' };

/** Where the loss is known and can be accepted: a running server, or the data folder itself. */
export interface LossPlace {
  /** null = nothing is missing. */
  loss(): Promise<AuditLoss | null>;
  accept(shown: AuditLoss): Promise<LossAccepted>;
  close(): Promise<void>;
}

/**
 * The loss of a data folder that no server has open. Whoever may write the folder may do so anyhow;
 * the audit log says that it was done here. @throws CliError, also when a server has the folder
 */
export async function openLocalLoss(io: CliIo): Promise<LossPlace> {
  const folder = await openedLocally(io, 'With a running server leave out --local.');
  const service = folder.get(AcceptLossService);
  return {
    loss: () => Promise.resolve(service.state().loss),
    accept: async ({ kept, lost }) => {
      try {
        const shown = { kept_sha256: kept.sha256, lost_sha256: lost.sha256 };
        return await service.accept(ACTING, shown);
      } catch (error) {
        throw error instanceof KennyError ? new CliError(error.code, error.message) : error;
      }
    },
    close: () => folder.close(),
  };
}
