import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, output } from '@angular/core';
import { MatIconButton } from '@angular/material/button';
import type { CatalogTool, FleetAgent } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { isWindows } from '../../core/session/browser-words';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { Icon } from '../../ui/icon';
import { ResourceStateNote } from '../../ui/resource-state';
import { PcCallFirst } from './pc-call-first';
import { PcHelpProgram } from './pc-help-program';
import { PcQuickAssist } from './pc-quick-assist';
import { helpToolFor } from './tools/tool-words';

/** How to see and use the screen of a PC that is there: what works at once, and then the rest. */
@Component({
  selector: 'kenny-pc-help',
  imports: [
    Icon,
    MatIconButton,
    NgTemplateOutlet,
    PcCallFirst,
    PcHelpProgram,
    PcQuickAssist,
    ResourceStateNote,
  ],
  template: `
    <section class="panel" aria-label="Help remotely">
      <kenny-pc-call-first [pc]="pc()" />
      @if (tool(); as tool) {
        @if (past.error()) {
          <kenny-resource-state [of]="past" />
        }
        @if (!known()) {
          <kenny-resource-state [of]="server.ready() ? past : server" />
        } @else if (onWindows || !link()) {
          <kenny-pc-quick-assist [pc]="pc()" [tool]="tool" [asked]="asked()" [main]="!link()" />
          <details class="fold">
            <summary>{{ otherWords() }}</summary>
            <ng-container *ngTemplateOutlet="ownProgram" />
          </details>
        } @else {
          <ng-container *ngTemplateOutlet="ownProgram" />
          <details class="fold" [open]="asked() !== undefined">
            <summary>Or with Quick Assist, if you have a Windows PC at hand</summary>
            <kenny-pc-quick-assist [pc]="pc()" [tool]="tool" [asked]="asked()" [main]="false" />
          </details>
        }
      } @else {
        <ng-container *ngTemplateOutlet="ownProgram" />
      }
      <button
        type="button"
        matIconButton
        class="close"
        aria-label="Close remote help"
        (click)="closed.emit()"
      >
        <kenny-icon name="close" />
      </button>
    </section>
    <ng-template #ownProgram>
      <kenny-pc-help-program
        [pc]="pc()"
        [tools]="tools()"
        [server]="server"
        [link]="link()"
        [main]="!tool()"
        (changed)="changed.emit()"
      />
    </ng-template>
  `,
  styleUrls: ['../../ui/headed-rows.css', './pc-help.css'],
  styles: `
    .panel {
      margin: 0 0 12px;
      padding: 10px 14px;
      position: relative;
      max-width: 80ch;
    }
    .close {
      position: absolute;
      top: 0;
      right: 0;
    }
    /* Beside what closes it. */
    kenny-pc-call-first {
      margin-bottom: 10px;
      padding-right: 34px;
    }
    .fold {
      margin-top: 4px;
    }
  `,
})
export class PcHelp {
  private readonly api = inject(ApiClient);
  private readonly approvals = inject(ApprovalsStore);
  private readonly clock = inject(PageClock);
  readonly pc = input.required<FleetAgent>();
  readonly tools = input.required<readonly CatalogTool[]>();

  /** Somebody has set its link or number. */
  readonly changed = output<void>();
  readonly closed = output<void>();

  /** Quick Assist helps only from one Windows PC to another. */
  protected readonly onWindows = isWindows(navigator.userAgent);
  protected readonly tool = computed(() => helpToolFor(this.tools(), this.pc()));
  private readonly isAdmin = inject(Session).reaches('admin');
  protected readonly server = apiResource({ loader: () => this.api.helpLink() });
  /** Of the program that was chosen, if one was: the PC's own comes first. */
  protected readonly link = computed(
    () => this.pc().help_link ?? this.server.value()?.link ?? undefined,
  );
  protected readonly otherWords = computed(() => {
    if (this.link()) return 'Or with a program such as RustDesk';
    const whose = this.isAdmin ? 'for all your PCs' : 'for this PC';
    return `${this.onWindows ? 'Another program' : 'No Windows PC at hand? Another program'}, ${whose}`;
  });
  /** A request that ended before this page was opened. */
  protected readonly past = apiResource({
    loader: () => this.approvals.loadPast().then(() => true),
  });
  /** Which way comes first, and how far it is: nothing trades places while it is read. */
  protected readonly known = computed(
    () =>
      (this.past.ready() || this.past.error() !== null) &&
      (this.onWindows ||
        this.server.ready() ||
        this.server.error() !== null ||
        this.pc().help_link !== undefined),
  );
  /** The last request to open it there, unless that was long ago. */
  protected readonly asked = computed(() => {
    const [wanted, { agent_id }] = [this.tool()?.name, this.pc()];
    const since = this.clock.now() - HOUR_MS;
    return this.approvals
      .all()
      .find(
        (one) =>
          one.tool === wanted && one.agent_id === agent_id && Date.parse(one.requested_at) > since,
      );
  });
}
