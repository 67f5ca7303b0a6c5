import type { AcpEvent, AcpEventKind, PermissionAnswer, PermissionAsk } from '../src/index.js';

/** What a client told, for tests that wait for it. */
export class Heard {
  readonly events: AcpEvent[] = [];
  readonly asks: { readonly ask: PermissionAsk; readonly signal: AbortSignal }[] = [];
  readonly logged: { facts: object; message: string }[] = [];
  /** What each permission is answered with; undefined: nothing, ever. */
  answer: PermissionAnswer | undefined;
  private readonly waiting = new Set<() => void>();

  readonly log = {
    warn: (facts: object, message: string): void => void this.logged.push({ facts, message }),
    error: (facts: object, message: string): void => void this.logged.push({ facts, message }),
  };

  onEvent = (event: AcpEvent): void => {
    this.events.push(event);
    this.wake();
  };

  onPermission = (ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer> => {
    this.asks.push({ ask, signal });
    this.wake();
    const { answer } = this;
    return answer ? Promise.resolve(answer) : new Promise(() => undefined);
  };

  /** Resolves with what `found` finds, looked for whenever something is told. */
  async until<T>(found: () => T | undefined): Promise<T> {
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      await new Promise<void>((look) => this.waiting.add(look));
    }
  }

  /** The first event of a kind that fits. */
  event<Kind extends AcpEventKind>(
    kind: Kind,
    fits: (event: Extract<AcpEvent, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<AcpEvent, { kind: Kind }>> {
    return this.until(() => this.all(kind).find(fits));
  }

  all<Kind extends AcpEventKind>(kind: Kind): Extract<AcpEvent, { kind: Kind }>[] {
    const is = (event: AcpEvent): event is Extract<AcpEvent, { kind: Kind }> => event.kind === kind;
    return this.events.filter(is);
  }

  asked(count: number): Promise<{ ask: PermissionAsk; signal: AbortSignal }> {
    return this.until(() => this.asks[count - 1]);
  }

  /** The agent's words, put together. */
  get words(): string {
    return this.all('text')
      .filter(({ channel }) => channel === 'message')
      .map(({ text }) => text)
      .join('');
  }

  wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const look of waiting) look();
  }
}
