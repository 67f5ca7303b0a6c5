import { Component, computed, input } from '@angular/core';
import { addAgentLine, type AgentPreset } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { UntrustedText } from '../../ui/untrusted-text';

/** The lines that set up an agent on the server. No page can do it: they decide what runs there. */
@Component({
  selector: 'kenny-agent-setup',
  imports: [CopyButton, UntrustedText],
  template: `
    <details>
      <summary>
        Set up<span class="unseen"> {{ preset().name }}</span>
      </summary>
      <ol>
        <li>
          On the server, install its program:
          <div class="line">
            <code>{{ preset().install }}</code>
            <kenny-copy [text]="preset().install" what="the line that installs it" />
          </div>
        </li>
        @if (!hasKey()) {
          <li>
            There, as the server’s user or as root, give it a key from {{ preset().key.from }}:
            <div class="line">
              <code>{{ line() }}</code>
              <kenny-copy [text]="line()" what="the line that gives it a key" />
            </div>
            <span class="dim">
              It asks for {{ preset().key.variable }} and writes agent-types.json. In a container:
              docker exec -it, the container’s name, then the line.
            </span>
          </li>
        }
        <li>Press <em>Check again</em>. Nothing has to be restarted.</li>
      </ol>
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
    ol {
      display: grid;
      gap: 12px;
      margin: 0 0 10px;
      padding-left: 22px;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      margin: 4px 0;
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
  /** The file names it already. */
  readonly hasKey = input(false);
  /** Why it cannot run, as the server says it. */
  readonly reason = input<string | null>(null);
  protected readonly line = computed(() => addAgentLine(this.preset().id));
}
