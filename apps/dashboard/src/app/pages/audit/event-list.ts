import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { EventView } from '@kenny/contract/web';
import { MINUTE_MS } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import type { Query } from '../../core/http/api-sender';
import { pagedResource } from '../../core/http/paged-resource';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { LEVEL_WORDS } from './audit-filter';

/** What the server notes of itself and of its PCs; others are shown by their name. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  'agent.online': 'Connected',
  'agent.offline': 'Disconnected',
  'agent.cloned': 'Copied PC',
  'agent.refused': 'Connection refused',
  'frame.dropped': 'Message refused',
  'allowance.spent': 'Daily limit reached',
  'events.dropped': 'Lines left out',
};
/** A line of an agent's log, and what its target is called where it is no part of the agent. */
const PLAIN = 'log';
const WHOLE_AGENT = 'agent';

/** Agent logs or the server log. What an agent says is untrusted data. */
@Component({
  selector: 'kenny-event-list',
  imports: [MatButton, RelativeTime, ResourceStateNote, RouterLink, UntrustedText],
  template: `
    <kenny-resource-state [of]="lines" loading="Reading the log…" />
    @if (lines.ready()) {
      <div class="panel list" role="list" aria-label="Lines, newest first">
        @for (line of lines.items(); track line.id) {
          <div class="line" role="listitem">
            <span class="dim"><kenny-time [at]="line.at" /></span>{{ ' ' }}
            <span [class.bad]="line.level === 'error'" [class.dim]="line.level === 'info'">{{
              levels[line.level]
            }}</span>{{ ' ' }}
            @if (line.agent_id; as pc) {
              <a [routerLink]="['/fleet', pc]"><kenny-untrusted [text]="fleet.nameOf(pc)" /></a>
            } @else {
              <span class="dim">This server</span>
            }
            {{ ' ' }}
            <span>
              @if (aboutOf(line); as about) {
                <span class="dim"><kenny-untrusted [text]="about" />:</span>{{ ' ' }}
              }
              @let text = textOf(line);
              <kenny-untrusted [text]="text" [look]="hasLines(text) ? 'block' : 'line'" />
            </span>
          </div>
        } @empty {
          <p class="none">Nothing like that was noted in this time.</p>
        }
      </div>
      @if (lines.more()) {
        <button
          type="button"
          matButton="outlined"
          [disabled]="lines.busy()"
          (click)="lines.older()"
        >
          Show older
        </button>
      }
    }
  `,
  styleUrl: './audit.css',
})
export class EventList {
  readonly source = input.required<'agent' | 'server'>();
  readonly query = input.required<Query>();
  protected readonly fleet = inject(FleetStore);
  protected readonly levels = LEVEL_WORDS;
  private readonly api = inject(ApiClient);
  private readonly asked = computed(() => ({ ...this.query(), source: this.source() }));
  protected readonly lines = pagedResource(this.asked, (query, cursor) =>
    this.api.events({ ...query, cursor }),
  );

  protected readonly hasLines = (text: string): boolean => text.includes('\n');

  /** What happened and to what; of a line of the agent's own log only what it is about, where it says. */
  protected aboutOf({ event, target }: EventView): string {
    const words = Object.hasOwn(EVENT_WORDS, event) ? (EVENT_WORDS[event] ?? event) : event;
    if (event !== PLAIN) return target ? `${words} · ${target}` : words;
    return target && target !== WHOLE_AGENT ? target : '';
  }

  protected textOf({ at, message, fields }: EventView): string {
    const known = Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value === false || value === null || isSameTime(name, value, at)
        ? []
        : [`${name.replaceAll('_', ' ')}: ${said(value)}`],
    );
    return known.length === 0 ? message : `${message} (${known.join(' · ')})`;
  }
}

/** What the PC's clock said, where that is no news beside ours. */
function isSameTime(name: string, value: unknown, at: string): boolean {
  return name === 'agent_at' && Math.abs(Date.parse(String(value)) - Date.parse(at)) < MINUTE_MS;
}

function said(value: unknown): string {
  if (value === true) return 'yes';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
