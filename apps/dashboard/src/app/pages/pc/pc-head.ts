import { Component, computed, input, model, output, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { MatButton, MatIconButton } from '@angular/material/button';
import { systemTitle, type FleetAgent } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { unreadableWords } from '../../core/health/health-words';
import { hasNeverConnected, pcHealthWord } from '../../core/words';
import { HeartbeatStrip } from '../../ui/heartbeat-strip';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcPeople } from './pc-people';

/** A larger skew is reported. */
const NOTABLE_SKEW_S = 60;

/** Which PC it is and how it is, in two lines: what is wrong comes next. */
@Component({
  selector: 'kenny-pc-head',
  imports: [
    HeartbeatStrip,
    Icon,
    MatButton,
    MatIconButton,
    PcPeople,
    RelativeTime,
    RouterLink,
    StatusDot,
    UntrustedText,
  ],
  template: `
    <div class="page-head">
      <h1><kenny-untrusted [text]="pc().name" /></h1>
      @if (mayAsk()) {
        <button
          #editButton
          type="button"
          matIconButton
          class="edit"
          aria-label="Edit details"
          title="Edit details"
          [attr.aria-expanded]="editing()"
          (click)="edit.emit()"
        >
          <kenny-icon name="edit" />
        </button>
      }
      <kenny-status-dot
        [health]="pc().overall"
        [label]="healthWord(pc())"
        [partly]="unreadable() !== ''"
      />
      @if (unreadable(); as words) {
        <span class="dim">{{ words }}</span>
      }
      <span class="act">
        @if (mayAsk() && !isNew()) {
          <button
            type="button"
            matButton="outlined"
            aria-haspopup="dialog"
            [disabled]="!pc().online"
            [attr.aria-describedby]="away() ? 'pc-away' : null"
            (click)="runTool.emit()"
          >
            Run a tool…
          </button>
          <button
            #helpButton
            type="button"
            matButton="outlined"
            [disabled]="!pc().online"
            [attr.aria-describedby]="away() ? 'pc-away' : null"
            [attr.aria-expanded]="helping() && pc().online"
            (click)="helping.set(!helping())"
          >
            Help remotely
          </button>
          <a matButton="outlined" routerLink="/chat" [queryParams]="{ pc: pc().agent_id }">
            Ask Claude
          </a>
        }
      </span>
    </div>
    <kenny-pc-people [pc]="pc()" />
    <p class="dim">
      <kenny-untrusted [text]="system()" />
      @if (pc().online) {
        · seen now
      } @else if (pc().last_seen; as seen) {
        · seen <kenny-time [at]="seen" />
      }
      @if (pc().meta?.remote_control === false) {
        · remote control is off at the PC
      }
      @for (tag of pc().tags; track tag) {
        {{ ' '
        }}<a class="tag" routerLink="/fleet" [queryParams]="{ tag }"
          >#<kenny-untrusted [text]="tag"
        /></a>
      }
      @if (!isNew()) {
        <span class="day"><kenny-strip [strip]="pc().strip" /> last 24 h</span>
      }
    </p>
    @if (away()) {
      <p class="notice away" id="pc-away">
        Not connected: nothing can run on it until it is back. Most often it is switched off, asleep
        or without network.
        <a routerLink="/guides/pc-offline">What to ask whoever sits at it</a> ·
        <a routerLink="/settings/alerts">Get an alert when a PC stays away or is back</a>
      </p>
    }
    @if (skew(); as words) {
      <p class="notice">{{ words }}</p>
    }
    @if (pc().dropped_since; as since) {
      <p class="notice">
        This PC has reached its daily limit. Its reports have been dropped
        <kenny-time [at]="since" lasting />, and will be until midnight UTC.
      </p>
    }
  `,
  styles: `
    .page-head {
      margin-bottom: 4px;
    }
    h1 {
      overflow-wrap: anywhere;
      min-width: 0;
    }
    .edit {
      align-self: center;
      margin: -8px;
    }
    .act {
      display: inline-flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    p {
      margin: 0 0 8px;
    }
    /* As large as a finger needs, though it looks like a word in the line. */
    .tag {
      position: relative;
      min-height: 24px;
      padding-block: 0;
      line-height: 24px;
    }
    .tag::after {
      content: '';
      position: absolute;
      inset: 0;
    }
    @media (pointer: coarse), (max-width: 560px) {
      .tag::after {
        inset: -10px -4px;
      }
    }
    .day {
      display: inline-flex;
      align-items: center;
      gap: 8px;
      margin-left: 12px;
      vertical-align: middle;
    }
    @media (max-width: 560px) {
      .day {
        display: flex;
        margin: 6px 0 0;
      }
      .act {
        flex: 1 0 100%;
        gap: 6px;
      }
      /* Three side by side, each in one line, at 360 px. */
      .act > * {
        flex: auto;
        white-space: nowrap;
        --mat-button-outlined-horizontal-padding: 4px;
        --mat-button-outlined-label-text-size: 13px;
      }
    }
    .notice.away {
      background: var(--hover);
    }
    .notice {
      padding: 8px 12px;
      border-radius: var(--r);
      background: var(--warn-bg);
    }
  `,
})
export class PcHead {
  readonly pc = input.required<FleetAgent>();
  readonly mayAsk = input(false);
  /** Ways to see its screen stand under it. */
  readonly helping = model(false);
  /** The form of its details stands under it. */
  readonly editing = input(false);
  readonly edit = output<void>();
  /** Which one, the page asks. */
  readonly runTool = output<void>();

  private readonly helpButton = viewChild<MatButton>('helpButton');
  private readonly editButton = viewChild<MatIconButton>('editButton');
  protected readonly healthWord = pcHealthWord;
  /** Nothing can be done on it so far. */
  protected readonly isNew = computed(() => hasNeverConnected(this.pc()));
  protected readonly away = computed(() => !this.pc().online && this.pc().last_seen !== null);
  protected readonly unreadable = computed(() => unreadableWords(this.pc()));
  protected readonly system = computed(() => {
    const { meta } = this.pc();
    return meta ? (systemTitle(this.pc()) ?? meta.os) : '';
  });
  protected readonly skew = computed(() => {
    const skew = Math.round(this.pc().clock_skew_s ?? 0);
    if (Math.abs(skew) <= NOTABLE_SKEW_S) return null;
    const span = quantity(Math.abs(skew), 's');
    return `This PC's clock is ${span} ${skew > 0 ? 'ahead' : 'behind'}.`;
  });

  /** From its own button, which goes away: the focus comes back here. */
  closeHelp(): void {
    this.helping.set(false);
    this.helpButton()?.focus();
  }

  /** Its form goes away. */
  focusEdit(): void {
    this.editButton()?.focus();
  }
}
