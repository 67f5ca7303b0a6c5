import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Writer } from '../../database/index.js';
import { EventBus } from '../../kernel/index.js';
import { Scheduler, type ScheduledTask } from '../../scheduling/index.js';
import { AgentIndex } from './agent-index.js';
import type { AgentPresence } from './agent-record.js';
import { AgentsRepository } from './agents.repository.js';

/** Rows per write job: others wait while it runs. */
const CHUNK = 100;

/**
 * Last contact and metadata of each PC, written in batches: a thousand PCs that reconnect at once
 * cost a few transactions.
 */
@Injectable()
export class PresenceKeeper implements ScheduledTask, BeforeApplicationShutdown {
  readonly id = 'auth.presence';
  readonly everyMs = 5_000;
  private readonly unsaved = new Set<string>();

  constructor(
    private readonly index: AgentIndex,
    private readonly agents: AgentsRepository,
    private readonly writer: Writer,
    events: EventBus,
    scheduler: Scheduler,
  ) {
    scheduler.register(this);
    events.on('agent.online', ({ agent_uid, meta, protocol, at }) =>
      this.note(agent_uid, { last_seen: at, last_meta: meta, last_protocol: protocol }),
    );
    events.on('agent.offline', ({ agent_uid, last_heard_at }) =>
      this.note(agent_uid, { last_seen: last_heard_at }),
    );
    events.on('telemetry.received', ({ agent_uid, at }) => this.note(agent_uid, { last_seen: at }));
  }

  /** Flushes; what fails is retried with the next run. */
  async run(): Promise<void> {
    while (this.unsaved.size > 0) {
      const chunk = [...this.unsaved].slice(0, CHUNK);
      for (const uid of chunk) this.unsaved.delete(uid);
      try {
        await this.writer.write((tx) => {
          const heard = chunk.flatMap((uid) => this.index.getByUid(uid) ?? []);
          return this.agents.notePresence(tx, heard);
        });
      } catch (error) {
        for (const uid of chunk) this.unsaved.add(uid);
        throw error;
      }
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.run();
  }

  private note(agentUid: string, heard: Partial<AgentPresence>): void {
    if (this.index.touch(agentUid, heard)) this.unsaved.add(agentUid);
  }
}
