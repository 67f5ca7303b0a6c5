import { Component, computed, input } from '@angular/core';
import { addAgentLine, type AgentPreset } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { UntrustedText } from '../../ui/untrusted-text';

/** The line that sets up an AI agent on the server. No page can do it: it decides what runs there. */
@Component({
  selector: 'kenny-agent-setup',
  imports: [CopyButton, UntrustedText],
  template: `
    <details [open]="open()">
      <summary>
        Set up<span class="unseen"> {{ preset().name }}</span>
      </summary>
      <p>{{ how() }}</p>
      <div class="line">
        <code>{{ line() }}</code>
        <kenny-copy [text]="line()" what="the line that sets it up" />
      </div>
      <p class="dim">
        As root or as the server’s user; in a container, after
        <code>docker exec -it CONTAINER sh</code>. When it is done, press <em>Check again</em>.
      </p>
      @if (reason(); as words) {
        <p class="dim">Last check: <kenny-untrusted [text]="words" />.</p>
      }
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
    p {
      max-width: 80ch;
      margin: 0 0 6px;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      margin: 0 0 6px;
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
  /** Why it cannot run, as the server says it. */
  readonly reason = input<string | null>(null);
  protected readonly how = computed(() => {
    const { name, key } = this.preset();
    const adds = this.hasKey() ? '' : ` and adds it to kenny, with a key from ${key.from}`;
    return `Done once, on the server: this line installs ${name}${adds}. Run it in a terminal there:`;
  });
  protected readonly line = computed(() => {
    const { id, install } = this.preset();
    return this.hasKey() ? install : `${install} && ${addAgentLine(id)}`;
  });
}
