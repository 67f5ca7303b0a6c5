import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, input } from '@angular/core';
import type { ReadinessView } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';
import { stateRows } from './server-state-words';

/** The server's own problems; what is fine is folded. */
@Component({
  selector: 'kenny-server-state',
  imports: [NgTemplateOutlet, UntrustedText],
  template: `
    <ng-template #list let-rows>
      @for (row of rows; track row.label) {
        <tr [class.bad]="row.bad">
          <th scope="row">{{ row.label }}</th>
          <td><kenny-untrusted [text]="row.words" /></td>
        </tr>
      }
    </ng-template>
    @if (bad().length > 0) {
      <table aria-label="Needs attention">
        <tbody>
          <ng-container
            [ngTemplateOutlet]="list"
            [ngTemplateOutletContext]="{ $implicit: bad() }"
          />
        </tbody>
      </table>
    } @else {
      <p><strong>This server works.</strong></p>
    }
    <details>
      <summary>
        {{ fine().length }} {{ fine().length === 1 ? 'check is' : 'checks are' }} fine
      </summary>
      <table aria-label="Checks that are fine">
        <tbody>
          <ng-container
            [ngTemplateOutlet]="list"
            [ngTemplateOutletContext]="{ $implicit: fine() }"
          />
        </tbody>
      </table>
    </details>
  `,
  styles: `
    p {
      margin: 0;
    }
    summary {
      color: var(--ink-2);
      cursor: pointer;
    }
    table {
      width: 100%;
      border-collapse: collapse;
    }
    th,
    td {
      padding: 2px 16px 2px 0;
      text-align: left;
      vertical-align: top;
      overflow-wrap: anywhere;
    }
    th {
      width: 30%;
      font-weight: inherit;
      color: var(--ink-2);
    }
    .bad > * {
      background: var(--warn-bg);
    }
  `,
})
export class ServerState {
  readonly state = input.required<ReadinessView>();
  private readonly rows = computed(() => stateRows(this.state()));
  protected readonly bad = computed(() => this.rows().filter(({ bad }) => bad));
  protected readonly fine = computed(() => this.rows().filter(({ bad }) => !bad));
}
