import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Writer, type Tx } from '../../database/index.js';
import { Scheduler, type ScheduledTask } from '../../scheduling/index.js';
import { LoginsRepository } from './logins.repository.js';
import { TokensRepository } from './tokens.repository.js';

/** Rows of one write job: others wait while it runs. */
const CHUNK = 100;

/**
 * When tokens and logins were last used, and by which client. Gathered in memory and written once a minute, so
 * that answering a request never waits for a write.
 */
@Injectable()
export class AccessUsage implements ScheduledTask, BeforeApplicationShutdown {
  readonly id = 'auth.usage';
  readonly everyMs = 60_000;
  private readonly tokens = new Map<string, number>();
  private readonly logins = new Map<string, number>();
  private readonly clients = new Map<string, string>();

  constructor(
    private readonly writer: Writer,
    private readonly tokenRows: TokensRepository,
    private readonly loginRows: LoginsRepository,
    scheduler: Scheduler,
  ) {
    scheduler.register(this);
  }

  noteToken(id: string, at: number): void {
    this.tokens.set(id, at);
  }

  /** @param client what it calls itself */
  noteClient(tokenId: string, client: string): void {
    this.clients.set(tokenId, client);
  }

  noteLogin(id_sha256: string, at: number): void {
    this.logins.set(id_sha256, at);
  }

  /** What is not written yet. */
  tokenUse(id: string): number | undefined {
    return this.tokens.get(id);
  }

  clientOf(tokenId: string): string | undefined {
    return this.clients.get(tokenId);
  }

  loginUse(id_sha256: string): number | undefined {
    return this.logins.get(id_sha256);
  }

  /** Writes what was gathered and forgets logins that are over. */
  async run(now: number): Promise<void> {
    await this.flush();
    await this.writer.write((tx) => this.loginRows.prune(tx, now));
  }

  /** A use that could not be written is noted again, unless a later one came meanwhile. */
  async flush(): Promise<void> {
    await this.drain(this.tokens, (tx, uses) =>
      this.tokenRows.noteUse(
        tx,
        uses.map(([id, last_used_at]) => ({ id, last_used_at })),
      ),
    );
    await this.drain(this.clients, (tx, uses) =>
      this.tokenRows.noteClient(
        tx,
        uses.map(([id, client]) => ({ id, client })),
      ),
    );
    await this.drain(this.logins, (tx, uses) =>
      this.loginRows.noteUse(
        tx,
        uses.map(([id_sha256, last_used_at]) => ({ id_sha256, last_used_at })),
      ),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async drain<T>(
    uses: Map<string, T>,
    note: (tx: Tx, uses: readonly (readonly [id: string, use: T])[]) => Promise<void>,
  ): Promise<void> {
    while (uses.size > 0) {
      const chunk = [...uses].slice(0, CHUNK);
      for (const [id] of chunk) uses.delete(id);
      try {
        await this.writer.write((tx) => note(tx, chunk));
      } catch (error) {
        for (const [id, use] of chunk) if (!uses.has(id)) uses.set(id, use);
        throw error;
      }
    }
  }
}
