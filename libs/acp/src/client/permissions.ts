import {
  RpcError,
  RpcNumber,
  type Params,
  type PeerLog,
  type RequestContext,
} from '@kenny/jsonrpc';
import { ACP_LIMITS } from '../limits/limits.js';
import { cutJson, readId, Reading } from '../limits/reading.js';
import type { PermissionAnswer, PermissionAsk } from '../permissions/ask.js';
import { optionFor, type PermissionOutcome } from '../permissions/option-for.js';
import { readAskedTool, readOptions } from '../permissions/read-ask.js';
import type { CallsSeen } from './calls-seen.js';
import type { AcpConnectOptions } from './options.js';

const CANCELLED: PermissionAnswer = { answer: 'cancelled' };

export interface PermissionsAbout {
  readonly sessionId: () => string | null;
  /** The turn at work, if it is not being cancelled. */
  readonly turn: () => number | null;
  readonly opened: () => void;
  readonly closed: () => void;
  /** Words for whoever reads events: one was not asked. */
  readonly notAsked: (why: string) => void;
}

/** Permissions that an agent asks for. Each is answered once, and with the turn all are over. */
export class Permissions {
  private readonly open = new Set<AbortController>();
  private asks = 0;

  constructor(
    private readonly onPermission: AcpConnectOptions['onPermission'],
    private readonly log: PeerLog,
    private readonly calls: CallsSeen,
    private readonly about: PermissionsAbout,
  ) {}

  /** The answer to a `session/request_permission`. @throws RpcError for what is none */
  async serve(params: Params, { signal }: RequestContext): Promise<{ outcome: PermissionOutcome }> {
    const ask = this.read(params);
    if (!ask) return { outcome: optionFor(CANCELLED, []) };
    const controller = new AbortController();
    const stop = (): void =>
      controller.abort(new Error('Nobody waits for this permission any more'));
    signal.addEventListener('abort', stop);
    this.open.add(controller);
    this.about.opened();
    try {
      return { outcome: optionFor(await this.answer(ask, controller.signal), ask.options) };
    } finally {
      signal.removeEventListener('abort', stop);
      this.open.delete(controller);
      this.about.closed();
    }
  }

  /** Answers all that wait as `cancelled`. */
  cancelAll(): void {
    for (const controller of this.open) controller.abort(new Error('The turn has ended'));
  }

  private read(params: Params): PermissionAsk | undefined {
    const reading = new Reading();
    const asked = readAskedTool(params, reading);
    const sessionId = this.about.sessionId();
    if (!asked) throw invalid('toolCall needs a toolCallId');
    if (sessionId === null || readId(params['sessionId']) !== sessionId) {
      throw invalid('no such session is open here');
    }
    const turn = this.about.turn();
    const options = readOptions(params['options'], reading);
    const why =
      turn === null
        ? 'no turn is at work'
        : options.length === 0
          ? 'it offers no option'
          : this.open.size >= ACP_LIMITS.openPermissions
            ? 'too many wait already'
            : undefined;
    if (turn === null || why !== undefined) {
      this.about.notAsked(`A permission was not asked for and is cancelled: ${why}`);
      return undefined;
    }
    const { json: raw, cut: rawCut } = cutJson(params, ACP_LIMITS.rawCharacters);
    const { cut } = reading;
    this.asks += 1;
    const seen = this.calls.with(asked);
    return { ask: this.asks, turn, sessionId, ...seen, options, cut, raw, rawCut };
  }

  /** A handler that fails has not allowed anything. */
  private async answer(ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer> {
    const over = new Promise<PermissionAnswer>((resolve) => {
      signal.addEventListener('abort', () => resolve(CANCELLED));
    });
    const answer = async (): Promise<PermissionAnswer> => {
      try {
        return await this.onPermission(ask, signal);
      } catch (error) {
        if (!signal.aborted) this.log.error({ err: error }, 'a permission could not be asked for');
        return { answer: 'reject' };
      }
    };
    return Promise.race([over, answer()]);
  }
}

const invalid = (why: string): RpcError =>
  new RpcError(RpcNumber.invalidParams, `Invalid params: ${why}`);
