import type { FrameOf, PayloadOf, SectionName, Snapshot } from '@kenny/contract/agent';
import { sectionFixture } from '../fixtures.js';
import { healthyPc } from './healthy-pc.js';
import { EXAMPLE_PC } from './frames.js';

/**
 * Builds telemetry from a healthy PC: `aTelemetry().with('disk', { status: 'crit', … }).frame()`.
 * A section the healthy PC does not send starts from its fixture.
 */
export class TelemetryBuilder {
  private snapshotSoFar: Record<string, unknown> = { ...healthyPc() };
  private collectedAt = '2026-06-04T12:00:00.000Z';

  constructor(private readonly agentId: string) {}

  with<N extends SectionName>(section: N, fields: Partial<PayloadOf<N>> = {}): this {
    const healthy: Snapshot = healthyPc();
    const base = healthy[section] ?? sectionFixture(section);
    return this.withRaw(section, { ...base, ...fields });
  }

  /** Any value under any name: what a later protocol, or a hostile agent, may send. */
  withRaw(section: string, payload: unknown): this {
    this.snapshotSoFar[section] = payload;
    return this;
  }

  without(section: string): this {
    this.snapshotSoFar = Object.fromEntries(
      Object.entries(this.snapshotSoFar).filter(([name]) => name !== section),
    );
    return this;
  }

  /** RFC 3339 text; what the agent claims, which may be wrong. */
  collected(at: string): this {
    this.collectedAt = at;
    return this;
  }

  /** A copy as it would arrive. */
  snapshot(): Record<string, unknown> {
    return JSON.parse(JSON.stringify(this.snapshotSoFar)) as Record<string, unknown>;
  }

  frame(): FrameOf<'telemetry'> {
    return {
      type: 'telemetry',
      agent_id: this.agentId,
      collected_at: this.collectedAt,
      snapshot: this.snapshot(),
    };
  }
}

export function aTelemetry(agentId: string = EXAMPLE_PC): TelemetryBuilder {
  return new TelemetryBuilder(agentId);
}

/** The snapshot of a healthy PC, with some sections replaced. */
export function aSnapshot(sections: Snapshot = {}): Record<string, unknown> {
  return { ...healthyPc(), ...sections };
}
