export { ApprovalsApi } from './approvals-api.js';
export { Decisions } from './decisions.service.js';
export { Dispatch, type CallOrigin, type CallRequest } from './dispatch.service.js';
export { DispatchModule } from './dispatch.module.js';
export type { CallOutcome, RefusedError } from './outcome.js';
export { ToldCalls } from './told-calls.js';
