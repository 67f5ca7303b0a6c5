import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, output } from '@angular/core';
import { MatButton, MatIconButton } from '@angular/material/button';
import type { CatalogTool, FleetAgent } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { isWindows } from '../../core/session/browser-words';
import { Session } from '../../core/session/session';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { ResourceStateNote } from '../../ui/resource-state';
import { PcHelpProgram } from './pc-help-program';
import { helpToolFor, obstacle } from './tools/tool-words';

/** How to see and use the screen of a PC that is there: what works at once, and then the rest. */
@Component({
  selector: 'kenny-pc-help',
  imports: [
    ErrorNote,
    Icon,
    MatButton,
    MatIconButton,
    NgTemplateOutlet,
    PcHelpProgram,
    ResourceStateNote,
  ],
  template: `
    <section class="panel" aria-label="Help remotely">
      <p class="dim">Call them first: somebody has to sit at the PC and allow it.</p>
      @if (tool(); as tool) {
        @if (!known()) {
          <kenny-resource-state [of]="server" />
        } @else if (onWindows || !link()) {
          <h3>Quick Assist: nothing to install</h3>
          <ng-container *ngTemplateOutlet="quickAssist; context: { $implicit: tool }" />
          <details class="fold" [open]="!onWindows">
            <summary>
              {{
                link()
                  ? 'Or with a program such as RustDesk'
                  : isAdmin
                    ? 'Another program, for all your PCs'
                    : 'Another program, for this PC'
              }}
            </summary>
            <ng-container *ngTemplateOutlet="ownProgram" />
          </details>
        } @else {
          <ng-container *ngTemplateOutlet="ownProgram" />
          <details class="fold">
            <summary>Or with Quick Assist, if you have a Windows PC at hand</summary>
            <ng-container *ngTemplateOutlet="quickAssist; context: { $implicit: tool }" />
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
    <ng-template #quickAssist let-tool>
      <ol>
        <li>
          <strong>You</strong>, at {{ onWindows ? 'this PC' : 'your Windows PC' }}: press
          <kbd>Ctrl</kbd> <kbd>Win</kbd> <kbd>Q</kbd> and choose <em>Help someone</em>. It shows a
          code. It may ask you to log in with a Microsoft account.
        </li>
        <li>
          <strong>You</strong>, here: open Quick Assist on their screen.
          <button
            type="button"
            [matButton]="link() ? 'outlined' : 'filled'"
            [disabled]="obstacleOf(tool) !== null || asking.busy()"
            (click)="ask(tool)"
          >
            Open it there…
          </button>
          @if (obstacleOf(tool); as why) {
            <span class="dim">{{ why }}</span>
          }
        </li>
        <li>
          <strong>They</strong> type the code that you read to them, and press <em>Allow</em> when
          Windows asks what you may do.
        </li>
      </ol>
      @if (asking.error(); as fault) {
        <kenny-error [error]="fault" />
      }
    </ng-template>
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
      padding: 10px 48px 10px 14px;
      position: relative;
      max-width: 80ch;
    }
    .close {
      position: absolute;
      top: 0;
      right: 0;
    }
    .panel > p {
      margin-bottom: 8px;
    }
    h3 {
      font-size: 13px;
      margin: 0 0 4px;
    }
    .fold {
      margin-top: 10px;
    }
  `,
})
export class PcHelp {
  private readonly api = inject(ApiClient);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  readonly tools = input.required<readonly CatalogTool[]>();

  /** Somebody has set its link or number. */
  readonly changed = output<void>();
  readonly closed = output<void>();

  /** Quick Assist helps only from one Windows PC to another. */
  protected readonly onWindows = isWindows(navigator.userAgent);
  protected readonly tool = computed(() => helpToolFor(this.tools(), this.pc()));
  protected readonly isAdmin = inject(Session).reaches('admin');
  protected readonly server = apiResource({ loader: () => this.api.helpLink() });
  /** Of the program that was chosen, if one was: the PC's own comes first. */
  protected readonly link = computed(
    () => this.pc().help_link ?? this.server.value()?.link ?? undefined,
  );
  /** Which way comes first: nothing trades places while it is read. */
  protected readonly known = computed(
    () =>
      this.onWindows ||
      this.server.ready() ||
      this.server.error() !== null ||
      this.pc().help_link !== undefined,
  );
  protected readonly asking = new Mutation();

  protected obstacleOf(tool: CatalogTool): string | null {
    return obstacle(tool, this.pc());
  }

  protected ask({ name: tool, title: reason }: CatalogTool): Promise<void> {
    const { agent_id } = this.pc();
    return this.askToRun.ask(this.asking, { tool, agent_id, args: {}, reason });
  }
}
