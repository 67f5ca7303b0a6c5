import { Component, computed, input } from '@angular/core';
import type { ReadinessView } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';
import { stateRows } from './server-state-words';

/** The server's own problems. */
@Component({
  selector: 'kenny-server-state',
  imports: [UntrustedText],
  template: `<table aria-label="State of the server">
    <tbody>
      @for (row of rows(); track row.label) {
        <tr [class.bad]="row.bad">
          <th scope="row">{{ row.label }}</th>
          <td>
            @if (row.bad) {
              <strong>Look at this:</strong>&ngsp;
            }
            <kenny-untrusted [text]="row.words" />
          </td>
        </tr>
      }
    </tbody>
  </table>`,
  styles: `
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
      width: 45%;
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
  protected readonly rows = computed(() => stateRows(this.state()));
}
