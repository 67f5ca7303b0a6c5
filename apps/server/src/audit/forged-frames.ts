import type { Clock } from '@kenny/kernel';
import type { EventBus } from '../kernel/index.js';
import type { AuditLog } from './audit-log.js';

/** One row per agent and minute: forged frames must not fill the audit log. */
const FORGED_EVERY_MS = 60_000;
/** Agents remembered: bounds the memory. */
const MAX_REMEMBERED = 10_000;

/** Rows about what agents refused or tried (design §5: agent-side guard forgedFrames are rows too). */
export class ForgedFrames {
  private readonly forgedUntil = new Map<string, number>();

  constructor(
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the function that ends it. */
  listen(events: EventBus): () => void {
    return events.on('frame.dropped', ({ agent_id, reason, forged }) => {
      if (forged) this.noteForged(agent_id, reason);
    });
  }

  private noteForged(agentId: string, reason: string): void {
    const now = this.clock.monotonic();
    if (now < (this.forgedUntil.get(agentId) ?? 0)) return;
    if (this.forgedUntil.size >= MAX_REMEMBERED) this.forgedUntil.clear();
    this.forgedUntil.set(agentId, now + FORGED_EVERY_MS);
    this.log.record({
      kind: 'agent',
      actor: { kind: 'agent', id: agentId, name: agentId },
      door: 'system',
      agent_id: agentId,
      ok: false,
      code: 'forbidden',
      target: `forged frame: ${reason}`,
    });
  }
}
