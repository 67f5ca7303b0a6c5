import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, output } from '@angular/core';
import { MatAnchor, MatButton, MatIconButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { helpLinkOf, type CatalogTool, type FleetAgent } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { isWindows } from '../../core/session/browser-words';
import { Session } from '../../core/session/session';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { HELP_LINK_FIELD } from '../navigation';
import { PcNaming } from './pc-naming';
import { helpToolFor, obstacle } from './tools/tool-words';

/** Ways to see and use the screen of a PC that is there: what its system brings along, and a link that people set. */
@Component({
  selector: 'kenny-pc-help',
  imports: [
    ErrorNote,
    Icon,
    MatAnchor,
    MatButton,
    MatIconButton,
    NgTemplateOutlet,
    PcNaming,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  template: `
    <section class="panel" aria-label="Help remotely">
      @if (tool(); as tool) {
        @if (onWindows) {
          <ng-container *ngTemplateOutlet="quickAssist; context: { $implicit: tool }" />
        }
        <ng-container *ngTemplateOutlet="ownProgram" />
        @if (!onWindows) {
          <ng-container *ngTemplateOutlet="quickAssist; context: { $implicit: tool }" />
        }
      } @else {
        <ng-container *ngTemplateOutlet="ownProgram" />
      }
      <kenny-resource-state [of]="server" />
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
      <h3>Quick Assist: on every Windows PC, nothing to install</h3>
      @if (!onWindows) {
        <p class="text">
          You need a Windows PC yourself, and this browser is not on one. If you have none, use
          {{ template() ? 'your own program' : 'a program such as RustDesk' }}, above.
        </p>
      }
      <ol>
        <li>
          At {{ onWindows ? 'your own PC' : 'a Windows PC of yours' }}, press <kbd>Ctrl</kbd>
          <kbd>Win</kbd> <kbd>Q</kbd> and choose <em>Help someone</em>. It may ask you to log in
          with a Microsoft account. It shows a code.
        </li>
        <li>
          Open Quick Assist on their screen.
          <button
            type="button"
            matButton="outlined"
            [disabled]="obstacleOf(tool) !== null || asking.busy()"
            (click)="ask(tool)"
          >
            Open it there…
          </button>
          @if (obstacleOf(tool); as why) {
            <span class="dim">{{ why }}</span>
          }
        </li>
        <li>Read the code to them. They type it, and say yes when Windows asks what you may do.</li>
      </ol>
      @if (asking.error(); as fault) {
        <kenny-error [error]="fault" />
      }
    </ng-template>
    <ng-template #ownProgram>
      @if (url(); as url) {
        @if (tool()) {
          <h3>{{ onWindows ? 'Or by' : 'By' }} your own program</h3>
        }
        <p>
          <a
            matButton="outlined"
            rel="noopener noreferrer"
            [href]="url"
            [target]="isPage() ? '_blank' : '_self'"
            >Open</a
          >
          <code><kenny-untrusted [text]="url" /></code>
        </p>
      } @else if (template()) {
        @if (tool()) {
          <h3>{{ onWindows ? 'Or by' : 'By' }} your own program</h3>
        }
        <p class="text">
          Its link needs the number that the program shows on
          <kenny-untrusted [text]="pc().name" />.
        </p>
        <kenny-pc-naming startAt="help_id" [pc]="pc()" (saved)="changed.emit()" />
      } @else if (server.ready()) {
        @if (tool()) {
          <h3>{{ onWindows ? 'Or by' : 'By' }} a program of your own, such as RustDesk</h3>
        }
        <p class="text dim">
          Install RustDesk or another such program on <kenny-untrusted [text]="pc().name" /> and on
          your own computer.
          @if (isAdmin) {
            Then
            <a [routerLink]="field.path" [fragment]="field.fragment">choose it in Settings</a>
            for all PCs, or give this one a link:
          } @else {
            Then give this PC its link:
          }
        </p>
        <kenny-pc-naming startAt="help_id" [pc]="pc()" (saved)="changed.emit()" />
      }
    </ng-template>
  `,
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
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 10px;
      margin: 0;
    }
    .text {
      display: block;
    }
    code {
      overflow-wrap: anywhere;
      min-width: 0;
    }
    h3 {
      font-size: 13px;
      margin: 12px 0 4px;
    }
    h3:first-child {
      margin-top: 0;
    }
    ol {
      margin: 0;
      padding-left: 20px;
    }
    .text + ol {
      margin-top: 6px;
    }
    li + li {
      margin-top: 6px;
    }
  `,
})
export class PcHelp {
  private readonly api = inject(ApiClient);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  readonly tools = input.required<readonly CatalogTool[]>();

  /** Somebody has set its link. */
  readonly changed = output<void>();
  readonly closed = output<void>();

  /** Quick Assist helps only from one Windows PC to another. */
  protected readonly onWindows = isWindows(navigator.userAgent);
  protected readonly field = HELP_LINK_FIELD;
  protected readonly isAdmin = inject(Session).reaches('admin');
  protected readonly server = apiResource({ loader: () => this.api.helpLink() });
  protected readonly template = computed(() => this.pc().help_link ?? this.server.value()?.link);
  protected readonly url = computed(() => {
    const { agent_id: id, help_id } = this.pc();
    return helpLinkOf(this.template() ?? '', { id, ...(help_id && { help_id }) });
  });
  /** A page stays beside this one; all else is opened by a program. */
  protected readonly isPage = computed(() => this.url()?.startsWith('https:') ?? false);
  protected readonly tool = computed(() => helpToolFor(this.tools(), this.pc()));
  protected readonly asking = new Mutation();

  protected obstacleOf(tool: CatalogTool): string | null {
    return obstacle(tool, this.pc());
  }

  protected ask({ name: tool, title: reason }: CatalogTool): Promise<void> {
    const { agent_id } = this.pc();
    return this.askToRun.ask(this.asking, { tool, agent_id, args: {}, reason });
  }
}
