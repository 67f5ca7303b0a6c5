import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { EventView } from '@kenny/contract/web';
import { MINUTE_MS } from '@kenny/kernel';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import type { Query } from '../core/http/api-sender';
import { pagedResource } from '../core/http/paged-resource';
import { PageClock, todayOf } from '../core/time/clock';
import { absoluteTime, byDay, exactClockWords } from '../core/time/relative';
import { LEVEL_WORDS } from '../core/words';
import { awayWords, withoutAbsences } from './away';
import { ResourceStateNote } from './resource-state';
import { UntrustedText } from './untrusted-text';

/** What the target of an agent's line is called where it is no part of the agent. */
const WHOLE_AGENT = 'agent';
/** Of a connection, what its PC's page says. */
const UNSAID = new Set(['os', 'protocol']);
/** A field in words, where its own name says too little. */
const FIELD_WORDS: ReadonlyMap<string, (value: unknown) => string> = new Map([
  ['version', (value: unknown) => `Agent ${said(value)}`],
  ['address', (value: unknown) => `From ${said(value)}`],
  [
    'addresses',
    (value: unknown) => `From ${Array.isArray(value) ? value.join(', ') : said(value)}`,
  ],
  ['left_out_before', (value: unknown) => `${said(value)} more like it before`],
]);

/** Lines of agents and of the server, newest first, day by day. What an agent says is untrusted data. */
@Component({
  selector: 'kenny-log-lines',
  imports: [MatButton, ResourceStateNote, RouterLink, UntrustedText],
  template: `
    <kenny-resource-state [of]="lines" loading="Reading the log…" />
    @if (lines.ready()) {
      @for (day of days(); track day.heading) {
        <div class="panel" role="group" [attr.aria-label]="'Lines of ' + day.heading">
          @if (named()) {
            <h2 class="day">{{ day.heading }}</h2>
          } @else {
            <h3 class="day">{{ day.heading }}</h3>
          }
          <ul class="rows">
            @for (one of day.of; track one.line.id) {
              @let line = one.line;
              <li>
                <span class="when"
                  ><time [attr.datetime]="line.at" [title]="exact(line.at)">{{
                    clock(line.at)
                  }}</time></span
                >
                <span class="level" [class.bad]="line.level === 'error'">{{
                  line.level === 'info' ? '' : levels[line.level]
                }}</span>
                @if (named()) {
                  @if (line.agent_id; as pc) {
                    <a class="pc" [routerLink]="['/fleet', pc]"
                      ><kenny-untrusted [text]="fleet.nameOf(pc)"
                    /></a>
                  } @else {
                    <span class="pc dim">This server</span>
                  }
                }
                <span class="wide">
                  @if (aboutOf(line); as about) {
                    <span class="dim"><kenny-untrusted [text]="about" />:</span>{{ ' ' }}
                  }
                  @let text = one.gone ? away(one.gone, line) : line.message;
                  <kenny-untrusted [text]="text" [look]="hasLines(text) ? 'block' : 'line'" />
                  @if (one.gone; as gone) {
                    {{ ' ' }}<span class="dim"><kenny-untrusted [text]="gone.message" /></span>
                  }
                  @if (fieldsOf(line); as more) {
                    {{ ' ' }}<span class="dim"><kenny-untrusted [text]="more" /></span>
                  }
                </span>
              </li>
            }
          </ul>
        </div>
      } @empty {
        <p class="dim">{{ none() }}</p>
      }
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
  styleUrl: './rows.css',
  styles: `
    .panel {
      margin-bottom: 12px;
    }
    .when {
      flex-basis: 116px;
    }
    .level {
      flex: 0 0 64px;
    }
    .pc {
      flex: 0 1 140px;
    }
    @media (max-width: 560px) {
      .level:empty {
        display: none;
      }
    }
  `,
})
export class LogLines {
  readonly query = input.required<Query>();
  /** Of several PCs, on a page of its own: each with its name. */
  readonly named = input(false);
  readonly none = input('Nothing like that was noted in this time.');
  protected readonly fleet = inject(FleetStore);
  protected readonly levels = LEVEL_WORDS;
  private readonly api = inject(ApiClient);
  private readonly today = todayOf(inject(PageClock));
  protected readonly lines = pagedResource(this.query, (query, cursor) =>
    this.api.events({ ...query, cursor }),
  );
  protected readonly days = computed(() =>
    byDay(withoutAbsences(this.lines.items()), ({ line }) => line.at, this.today()),
  );
  protected readonly away = awayWords;

  protected readonly clock = (at: string): string => exactClockWords(Date.parse(at));

  protected readonly exact = (at: string): string => absoluteTime(Date.parse(at));

  protected readonly hasLines = (text: string): boolean => text.includes('\n');

  /** Which part of the agent or of the server says it, where that is known. */
  protected aboutOf({ target }: EventView): string {
    return target && target !== WHOLE_AGENT ? target : '';
  }

  protected fieldsOf({ at, fields }: EventView): string {
    const known = Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value === false || value === null || UNSAID.has(name) || isSameTime(name, value, at)
        ? []
        : [FIELD_WORDS.get(name)?.(value) ?? `${name.replaceAll('_', ' ')}: ${said(value)}`],
    );
    return known.join(' · ');
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
