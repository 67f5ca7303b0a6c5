import { Component, computed, input } from '@angular/core';
import { addAgentLine, type AgentPreset } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { UntrustedText } from '../../ui/untrusted-text';

/** Where a shell is opened in kenny's container; its name is the owner's. */
const IN_CONTAINER = 'docker exec -it kenny sh';

/**
 * The steps that set up an AI agent on the server. No page can do it: it decides what runs there.
 * The page around it checks by itself whether it is done.
 */
@Component({
  selector: 'kenny-agent-setup',
  imports: [CopyButton, UntrustedText],
  template: `
    <details [open]="open()">
      <summary>
        Set up<span class="unseen"> {{ preset().name }}</span>
      </summary>
      <ol>
        @if (!hasKey()) {
          <li>
            <strong>Get a key</strong>
            <p>
              Create one at <strong>{{ preset().key.from }}</strong>. What {{ preset().name }} uses
              is billed to it.
            </p>
          </li>
        }
        <li>
          <strong>Open a terminal on the server</strong>
          <p>
            The computer that kenny itself runs on; as root or as kenny’s own user. If kenny runs in
            a container named <em>kenny</em>, begin with this line:
          </p>
          <div class="line">
            <code>{{ inContainer }}</code>
            <kenny-copy [text]="inContainer" what="the line for a container" />
          </div>
        </li>
        <li>
          <strong>Paste this line, press Enter</strong>
          <p>
            It installs {{ preset().name
            }}{{ hasKey() ? '.' : ', asks for your key, and adds one entry to' }}
            @if (!hasKey()) {
              @if (file(); as path) {
                <code><kenny-untrusted [text]="path" /></code>.
              } @else {
                agent-types.json.
              }
            }
          </p>
          <div class="line">
            <code class="main">{{ line() }}</code>
            <kenny-copy [text]="line()" what="the line that sets it up" />
          </div>
        </li>
        <li>
          <strong>Come back here</strong>
          <p>
            @if (open()) {
              This page checks again by itself.
            } @else {
              Press <em>Check again</em>.
            }
            @if (reason(); as words) {
              Still missing: <kenny-untrusted [text]="words" />.
            }
          </p>
        </li>
      </ol>
    </details>
  `,
  styles: `
    :host {
      flex: 1 1 100%;
      min-width: 0;
    }
    summary {
      width: max-content;
      max-width: 100%;
      padding: 10px 0;
      color: var(--accent);
      font-weight: 560;
      cursor: pointer;
    }
    ol {
      max-width: 80ch;
      margin: 0;
      padding-left: 24px;
    }
    li {
      margin: 0 0 12px;
    }
    li::marker {
      font-weight: 600;
    }
    p {
      margin: 2px 0 6px;
      overflow-wrap: anywhere;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px 12px;
      padding: 6px 6px 6px 12px;
      border: 1px solid var(--line);
      border-radius: 6px;
      background: var(--bg);
    }
    .line code {
      flex: 1 1 220px;
      min-width: 0;
    }
    code {
      overflow-wrap: anywhere;
    }
    @media (pointer: coarse) {
      summary {
        padding: 13px 0;
      }
    }
  `,
})
export class AgentSetup {
  readonly preset = input.required<AgentPreset>();
  readonly open = input(false);
  /** The file names it already. */
  readonly hasKey = input(false);
  /** Where that file is, on the server. */
  readonly file = input<string>();
  /** Why it cannot run, as the server says it. */
  readonly reason = input<string | null>(null);
  protected readonly inContainer = IN_CONTAINER;
  protected readonly line = computed(() => {
    const { id, install } = this.preset();
    return this.hasKey() ? install : `${install} && ${addAgentLine(id)}`;
  });
}
