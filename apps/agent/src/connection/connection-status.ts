import type { Clock } from '@kenny/kernel';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { parseJsonObject, readSmallFile, replaceFile } from '../platform/state-files.js';

/** Local view of the connection, for `kenny-agent status`. Times are ISO 8601. */
export interface ConnectionFacts {
  connected: boolean;
  /** When it became so. */
  since: string;
  last_connected_at?: string;
  /** Why there is no connection, or why the last one ended. */
  last_end?: string;
}

const STATUS_MAX_BYTES = 16 * 1024;

/** Keeps the status on disk. A failing disk is logged; nothing depends on this file. */
export class ConnectionStatus {
  private facts: Partial<ConnectionFacts> = {};
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  connected(): void {
    const now = new Date(this.clock.now()).toISOString();
    this.save({ ...this.facts, connected: true, since: now, last_connected_at: now });
  }

  disconnected(why: string): void {
    const now = new Date(this.clock.now()).toISOString();
    const since = this.facts.connected === false ? (this.facts.since ?? now) : now;
    this.save({ ...this.facts, connected: false, since, last_end: why });
  }

  /** Resolves when everything is on the disk. */
  flush(): Promise<void> {
    return this.writing;
  }

  private save(facts: ConnectionFacts): void {
    this.facts = facts;
    this.writing = this.writing
      .then(() => replaceFile(this.file, `${JSON.stringify(facts)}\n`))
      .catch((error: unknown) =>
        this.log.warn('the status file cannot be written', { error: errorText(error) }),
      );
  }
}

/** Status as the running (or last) agent left it. */
export async function readConnectionFacts(file: string): Promise<ConnectionFacts | undefined> {
  const found = await readSmallFile(file, STATUS_MAX_BYTES);
  const content = found.kind === 'read' ? parseJsonObject(found.content) : undefined;
  const { connected, since, last_connected_at, last_end } = content ?? {};
  if (typeof connected !== 'boolean' || typeof since !== 'string') return undefined;
  return {
    connected,
    since,
    ...(typeof last_connected_at === 'string' ? { last_connected_at } : {}),
    ...(typeof last_end === 'string' ? { last_end } : {}),
  };
}
