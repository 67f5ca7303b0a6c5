import { Injectable } from '@nestjs/common';
import { PrincipalResolver } from '../../../auth/index.js';
import { CHAT_COST } from '../../../chat/index.js';
import { EventBus, KennyError } from '../../../kernel/index.js';
import { isEndedBy, type OpenedWith } from '../../admission/opened-with.js';
import { callContext, type RequestState } from '../pipeline/request-state.js';

/** A reader of a stream, for as long as their token or browser login is valid. */
export interface Visit {
  /** Aborted when the token or login is revoked or ended. */
  readonly ended: AbortSignal;
  /** Whether it is still valid; asking does not count as a use. */
  stands(): Promise<boolean>;
  leave(): void;
}

/** What is counted apart: a chat takes no room from a download. */
export interface VisitKind {
  readonly what: string;
  readonly most: number;
}

const STREAMS: VisitKind = { what: 'streams', most: CHAT_COST.streamsPerToken };
/** Each encrypts and reads a file of any size. */
export const DOWNLOADS: VisitKind = { what: 'downloads', most: 4 };

/** Streams end, like sockets, with the token or login they were opened with. */
@Injectable()
export class StreamAccess {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly principals: PrincipalResolver,
    private readonly events: EventBus,
  ) {}

  /** @throws KennyError `rate_limited` when the token has too many of these open */
  async enter(state: RequestState, kind = STREAMS): Promise<Visit> {
    const { principal } = callContext(state);
    const { cookie } = state;
    const own = await openedWith(state, this.principals);
    this.count(own.token_id, kind, 1);
    const ending = new AbortController();
    const stop = this.events.on('access.ended', (ended) => {
      if (isEndedBy(own, ended)) ending.abort();
    });
    return {
      ended: ending.signal,
      stands: () =>
        cookie === undefined
          ? this.principals.stillValid(principal)
          : this.principals.isLoginOpen(cookie),
      leave: () => {
        stop();
        this.count(own.token_id, kind, -1);
      },
    };
  }

  private count(token: string, { what, most }: VisitKind, change: 1 | -1): void {
    const key = `${what} ${token}`;
    const open = (this.open.get(key) ?? 0) + change;
    if (open > most) {
      throw new KennyError(
        'rate_limited',
        `This token has ${most} ${what} open; close some of them first.`,
      );
    }
    if (open > 0) this.open.set(key, open);
    else this.open.delete(key);
  }
}

export async function openedWith(
  state: RequestState,
  principals: PrincipalResolver,
): Promise<OpenedWith> {
  const { cookie } = state;
  const login = cookie === undefined ? null : await principals.loginOf(cookie);
  const { token_id } = callContext(state).principal;
  return { token_id: token_id ?? '', session_id: login?.session_id ?? null };
}
