import { Component, computed, input } from '@angular/core';
import type { AuditRowView } from '@kenny/contract/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { labelOf } from '../../core/facts/units';
import { UntrustedText } from '../../ui/untrusted-text';

/** What a row was asked with, a script as it was written; nothing for a row that is no request. */
@Component({
  selector: 'kenny-audit-args',
  imports: [UntrustedText],
  template: `
    @for (argument of texts(); track argument.name) {
      <p class="dim">
        <kenny-untrusted [text]="argument.label" />{{ ' ' }}
        <code><kenny-untrusted [text]="argument.name" /></code>
      </p>
      <kenny-untrusted [text]="argument.text" look="block" />
    } @empty {
      @if (row().tool !== null) {
        <p class="dim">No arguments.</p>
      }
    }
  `,
  styles: `
    p {
      margin: 6px 0 2px;
    }
  `,
})
export class AuditArgs {
  readonly row = input.required<Pick<AuditRowView, 'tool' | 'args'>>();
  protected readonly texts = computed(() =>
    argumentTexts(this.row().args ?? {}).map((one) => ({ ...one, label: labelOf(one.name) })),
  );
}
