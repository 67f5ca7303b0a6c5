import { Component, computed, input } from '@angular/core';
import { systemTitle, type FleetAgent } from '@kenny/contract/web';
import { addressesIn } from './addresses';
import { CopyButton } from '../../ui/copy-button';
import { Fold } from '../../ui/fold';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcNotes } from './pc-notes';

/** What it is, and what helpers should know: below what is wrong with it. */
@Component({
  selector: 'kenny-pc-about',
  imports: [CopyButton, Fold, PcNotes, RelativeTime, UntrustedText],
  template: `
    <kenny-fold heading="About this PC">
      <kenny-pc-notes [pc]="pc()" />
      <dl>
        @for (fact of facts(); track fact.name) {
          <div>
            <dt>{{ fact.name }}</dt>
            <dd><kenny-untrusted [text]="fact.words" /></dd>
          </div>
        }
        @if (pc().connected_since; as since) {
          <div>
            <dt>Connected</dt>
            <dd><kenny-time [at]="since" lasting /></dd>
          </div>
        }
        <div>
          <dt>ID</dt>
          <dd>
            <code>{{ pc().agent_id }}</code>
            <kenny-copy [text]="pc().agent_id" what="the ID" />
          </dd>
        </div>
      </dl>
    </kenny-fold>
  `,
  styles: `
    dl {
      display: flex;
      flex-wrap: wrap;
      gap: 6px 32px;
      margin: 0 0 8px;
    }
    dl > div {
      min-width: 0;
    }
    dt {
      font-size: 12px;
      color: var(--ink-2);
    }
    dd {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 30px;
      margin: 0;
      overflow-wrap: anywhere;
    }
    @media (max-width: 560px) {
      dl > div {
        display: grid;
        flex: 1 0 100%;
        grid-template-columns: 92px minmax(0, 1fr);
        align-items: center;
      }
    }
  `,
})
export class PcAbout {
  readonly pc = input.required<FleetAgent>();
  /** The section of its newest report that has its addresses, if it sends one. */
  readonly network = input<unknown>();

  protected readonly facts = computed(() => {
    const { meta, sealed, name, agent_id } = this.pc();
    const addresses = addressesIn(this.network());
    if (!meta) return [];
    const system = systemTitle(this.pc()) ?? meta.os;
    return [
      ...([name, agent_id].includes(meta.hostname) ? [] : [{ name: 'Host', words: meta.hostname }]),
      { name: 'System', words: meta.arch ? `${system} (${meta.arch})` : system },
      ...(addresses.length === 0 ? [] : [{ name: 'Address', words: addresses.join(', ') }]),
      { name: 'Agent', words: `${meta.version}${sealed ? ', sealed' : ''}` },
    ];
  });
}
