import {
  Component,
  computed,
  effect,
  input,
  model,
  output,
  untracked,
  viewChild,
} from '@angular/core';
import { systemTitle, type FleetAgent } from '@kenny/contract/web';
import { addressesIn } from './addresses';
import { CopyButton } from '../../ui/copy-button';
import { Fold } from '../../ui/fold';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcNaming } from './pc-naming';
import { PcPeople } from './pc-people';

/** Whose PC it is, what it is: below what is wrong with it. */
@Component({
  selector: 'kenny-pc-about',
  imports: [CopyButton, Fold, PcNaming, PcPeople, RelativeTime, UntrustedText],
  template: `
    <kenny-fold heading="About this PC">
      <kenny-pc-people [pc]="pc()" />
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
      @if (mayAsk()) {
        <div class="acts">
          @defer (on viewport; when editing()) {
            <kenny-pc-naming [pc]="pc()" [(asked)]="editing" (saved)="changed.emit()" />
          } @placeholder {
            <span class="dim">Edit details</span>
          } @error {
            <p role="alert">This form could not be loaded. Reload the page.</p>
          }
        </div>
      }
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
    .acts {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 20px;
    }
    /* What is opened has the whole line. */
    .acts > :has([open], form) {
      flex: 1 0 100%;
      min-width: 0;
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
  readonly mayAsk = input(false);
  /** The section of its newest report that has its addresses, if it sends one. */
  readonly network = input<unknown>();
  /** Somebody wants to change that; the form says when it is open. */
  readonly editing = model(false);
  /** Somebody has changed what people say of it. */
  readonly changed = output<void>();
  private readonly fold = viewChild(Fold);

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

  constructor() {
    effect(() => {
      const fold = this.fold();
      if (fold && this.editing()) untracked(() => fold.open.set(true));
    });
  }
}
