import { ERRORS } from '@kenny/contract';
import { BrainFailure, type Brain } from '@kenny/session';

/** Stands where no model is set up: says so, and everything else works. */
export class NoModel implements Brain {
  think(): Promise<never> {
    const message = `There is no model to talk to. ${ERRORS.chat_unavailable.hint}`;
    return Promise.reject(new BrainFailure('chat_unavailable', message));
  }
}
