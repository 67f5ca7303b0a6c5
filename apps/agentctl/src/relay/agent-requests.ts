import {
  AGENTCTL_LIMITS,
  type AgentctlPermission,
  type AgentctlPermissionFrame,
} from '@kenny/contract/agentctl';
import { RpcNumber, type Message, type RpcId } from '@kenny/jsonrpc';
import { iso, type Clock } from '@kenny/kernel';
import { randomUUID } from 'node:crypto';
import { Refusal } from '../errors/refusal.js';
import { Broadcast } from '../streams/broadcast.js';
import { frameOf } from '../streams/frame.js';
import type { Sink } from '../streams/listener.js';
import {
  outcomeOf,
  outcomeResult,
  permissionOf,
  REQUEST_PERMISSION,
  type Outcome,
} from './permission.js';
import { Remembered } from './remembered.js';

interface OpenRequest {
  readonly id: RpcId;
  readonly permission?: AgentctlPermission;
}

export interface AgentRequestsParts {
  clock: Clock;
  /** @throws Refusal when the agent does not listen */
  write(this: void, message: Message): void;
  /** The same for answers that nobody asked agentctl to give. */
  tryToWrite(this: void, message: Message): void;
}

const NOBODY = 'nobody here serves this';

/** A number and a text are different ids. */
const keyOf = (id: RpcId): string => JSON.stringify(id);

/** Requests of the agent to its client: each is answered once, whoever answers it. */
export class AgentRequests {
  private readonly open = new Map<string, OpenRequest>();
  private readonly answered = new Remembered(AGENTCTL_LIMITS.requests);
  private readonly decided = new Remembered(AGENTCTL_LIMITS.requests);
  private readonly watchers = new Broadcast();

  constructor(private readonly parts: AgentRequestsParts) {}

  get permissions(): AgentctlPermission[] {
    return [...this.open.values()].flatMap(({ permission }) => permission ?? []);
  }

  get full(): boolean {
    return this.watchers.full;
  }

  watch(sink: Sink): () => void {
    return this.watchers.listen(sink, this.permissions.map(requested).map(frameOf));
  }

  /**
   * @param listened whether anybody could answer it
   * @returns false when it was answered here, so that nobody else may
   */
  asked(id: RpcId, method: string, params: unknown, listened: boolean): boolean {
    const key = keyOf(id);
    const before = this.open.get(key);
    if (before) {
      // An answer would not say which of both it is for.
      this.close(before, { cancelled: true });
      return this.refuse(id, RpcNumber.invalidRequest, 'this id is in use: both requests are void');
    }
    if (this.open.size >= AGENTCTL_LIMITS.requests) {
      return this.refuse(id, RpcNumber.internalError, 'too many requests wait for an answer');
    }
    if (method === REQUEST_PERMISSION) return this.hold(id, params);
    if (!listened) return this.refuse(id, RpcNumber.methodNotFound, NOBODY);
    this.answered.delete(key);
    this.open.set(key, { id });
    return true;
  }

  /** @throws Refusal when it is not open (any more), or does not offer that option */
  respond(pendingId: string, outcome: Outcome): void {
    const request = [...this.open.values()].find(
      ({ permission }) => permission?.pending_id === pendingId,
    );
    if (!request?.permission)
      throw this.decided.has(pendingId) ? answeredBefore() : unknownPermission();
    const { options } = request.permission;
    if (
      'option_id' in outcome &&
      !options.some(({ option_id }) => option_id === outcome.option_id)
    ) {
      throw new Refusal(
        'validation_error',
        'option_id is none of the options',
        `One of ${options.map(({ option_id }) => JSON.stringify(option_id)).join(', ')}`,
      );
    }
    this.parts.write({ jsonrpc: '2.0', id: request.id, result: outcomeResult(outcome) });
    this.close(request, outcome);
  }

  /** @throws Refusal when no request with this id is open */
  answer(message: Message & { id: RpcId }): void {
    const key = keyOf(message.id);
    const request = this.open.get(key);
    if (!request) throw this.answered.has(key) ? answeredBefore() : unknownRequest(key);
    this.parts.write(message);
    this.close(request, outcomeOf('result' in message ? message.result : undefined));
  }

  /** The agent hears that nobody will decide any more. */
  cancelAll(): void {
    for (const request of this.open.values()) {
      if (!request.permission) continue;
      const result = outcomeResult({ cancelled: true });
      this.parts.tryToWrite({ jsonrpc: '2.0', id: request.id, result });
      this.close(request, { cancelled: true });
    }
  }

  /** Whoever could have answered has gone, and the next listener does not see them again. */
  abandon(): void {
    for (const request of this.open.values()) {
      if (request.permission) continue;
      this.refuse(request.id, RpcNumber.methodNotFound, NOBODY);
      this.close(request, { cancelled: true });
    }
  }

  /** The process has ended: what it asked for is void, and the next one begins its ids anew. */
  ended(): void {
    for (const request of this.open.values()) this.close(request, { cancelled: true });
    this.answered.clear();
  }

  private hold(id: RpcId, params: unknown): boolean {
    const asked = permissionOf(params);
    if (!asked) {
      return this.refuse(id, RpcNumber.invalidParams, 'options: each needs an optionId of its own');
    }
    const permission: AgentctlPermission = {
      pending_id: randomUUID(),
      request_id: id,
      ...asked,
      created_at: iso(this.parts.clock.now()),
    };
    this.answered.delete(keyOf(id));
    this.open.set(keyOf(id), { id, permission });
    this.watchers.push(frameOf(requested(permission)));
    return true;
  }

  private refuse(id: RpcId, code: number, message: string): false {
    this.parts.tryToWrite({ jsonrpc: '2.0', id, error: { code, message } });
    return false;
  }

  private close({ id, permission }: OpenRequest, outcome: Outcome): void {
    this.open.delete(keyOf(id));
    this.answered.add(keyOf(id));
    if (!permission) return;
    const { pending_id } = permission;
    this.decided.add(pending_id);
    const frame: AgentctlPermissionFrame = {
      type: 'permission_resolved',
      pending_id,
      ...('cancelled' in outcome
        ? { outcome: 'cancelled' }
        : { outcome: 'selected', option_id: outcome.option_id }),
    };
    this.watchers.push(frameOf(frame));
  }
}

function requested(permission: AgentctlPermission): AgentctlPermissionFrame {
  return { type: 'permission_requested', ...permission };
}

const answeredBefore = (): Refusal =>
  new Refusal('conflict', 'it is answered already', 'The first answer counts.');

const unknownPermission = (): Refusal =>
  new Refusal(
    'not_found',
    'no permission with this pending_id',
    'GET /api/v1/acp/permissions lists them.',
  );

const unknownRequest = (key: string): Refusal =>
  new Refusal(
    'not_found',
    `the agent has no open request with the id ${key}`,
    'Ids are as it wrote them.',
  );
