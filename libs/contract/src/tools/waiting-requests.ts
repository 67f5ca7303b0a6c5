import { Bool, ListOf, Nullable, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { CALL_REASON_LENGTH } from '../http/vocabulary.js';
import { NoArgs } from './no-args.js';

/** Requests in one answer. */
export const WAITING_REQUESTS_MOST = 50;

/** One of them: what it would do, and never a way to decide it. */
export class WaitingRequest {
  @Text({ max: 64 })
  approval_id!: string;

  @Text({ max: 64 })
  agent_id!: string;

  /** What it would do, as whoever decides reads it. */
  @Text({ max: 1_000 })
  sentence!: string;

  @Text({ max: 64 })
  tool!: string;

  @Text({ max: 128 })
  requested_by!: string;

  /** The requester's own words. */
  @Nullable()
  @Text({ max: CALL_REASON_LENGTH })
  reason!: string | null;

  @Text({ max: 40 })
  requested_at!: string;

  /** It ends undecided then. */
  @Text({ max: 40 })
  approve_by!: string;
}

export class WaitingRequestsResult {
  @ListOf(() => WaitingRequest, WAITING_REQUESTS_MOST)
  requests!: WaitingRequest[];

  /** There are more than these. */
  @Bool()
  truncated!: boolean;
}

export const waitingRequests = defineTool({
  name: 'waiting_requests',
  title: 'Show what waits for approval',
  description:
    'Show the requests that wait for a person to approve or deny them, newest first: what each would do, where, who asked, until when it waits. No tool decides one.',
  args: NoArgs,
  result: WaitingRequestsResult,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
