import { Component, computed, input } from '@angular/core';
import type { AuditRowView } from '@kenny/contract/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { labelOf } from '../../core/facts/units';
import { UntrustedText } from '../../ui/untrusted-text';

/** Characters that stand beside their label. */
const SHORT = 80;

/** What a row was asked with, a script as it was written; nothing for a row that is no request. */
@Component({
  selector: 'kenny-audit-args',
  imports: [UntrustedText],
  template: `
    @for (argument of texts(); track argument.name) {
      @if (argument.short) {
        <p>
          <span class="dim"><kenny-untrusted [text]="argument.label" />: </span
          ><kenny-untrusted [text]="argument.text" />
        </p>
      } @else {
        <p class="dim"><kenny-untrusted [text]="argument.label" /></p>
        <kenny-untrusted [text]="argument.text" look="block" />
      }
    } @empty {
      @if (row().tool !== null) {
        <p class="dim">Nothing else was asked for.</p>
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
    argumentTexts(this.row().args ?? {}).map((one) => ({
      ...one,
      label: labelOf(one.name),
      short: isShort(one.text),
    })),
  );
}

function isShort(text: string): boolean {
  return text.length <= SHORT && !/[\r\n]/.test(text);
}
