import { Component, DestroyRef, inject, input, signal } from '@angular/core';
import type { OnInit } from '@angular/core';
import type { EventList } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

const ASK_EVERY_MS = 5_000;
type Line = EventList['items'][number];

/** Why the server has just refused a PC that somebody waits for. */
@Component({
  selector: 'kenny-last-refusal',
  imports: [RelativeTime, UntrustedText],
  template: `
    @if (last(); as line) {
      <p role="status">
        <strong><kenny-untrusted [text]="line.message" /></strong> (<kenny-time [at]="line.at" />).
        It named itself {{ agentId() }}. A new command fixes a wrong key or token.
      </p>
    }
  `,
})
export class LastRefusal implements OnInit {
  readonly agentId = input.required<string>();
  private readonly api = inject(ApiClient);
  /** Those of before are of an earlier attempt. */
  private before: number | undefined;
  protected readonly last = signal<Line | null>(null);

  constructor() {
    const timer = setInterval(() => {
      if (!document.hidden) void this.ask();
    }, ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  ngOnInit(): void {
    void this.ask();
  }

  private async ask(): Promise<void> {
    try {
      const query = { agent_id: this.agentId(), event: 'agent.refused', limit: 1 };
      const [line] = (await this.api.events(query)).items;
      this.before ??= line?.id ?? 0;
      if (line && line.id > this.before) this.last.set(line);
    } catch {
      // The banner of the page says that there is no connection.
    }
  }
}
