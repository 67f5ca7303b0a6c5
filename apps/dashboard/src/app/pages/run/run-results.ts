import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApprovalView, CatalogTool } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import type { Fact } from '../../core/facts/fact';
import { CopyButton } from '../../ui/copy-button';
import { Ended } from '../../ui/ended';
import { ErrorNote } from '../../ui/error-note';
import { Facts } from '../../ui/facts/facts';
import { UntrustedText } from '../../ui/untrusted-text';
import { ToolResult } from '../pc/tools/tool-result';
import {
  columnsOf,
  csvOf,
  fewOf,
  inSideOrder,
  linesWith,
  sideRows,
  type PcRun,
  type SideRow,
  type SideSort,
} from './side-by-side';

const NOTHING: Fact = { kind: 'nothing' };

/** What came of one call on each PC, side by side; each opens to all that its PC said. */
@Component({
  selector: 'kenny-run-results',
  imports: [CopyButton, Ended, ErrorNote, Facts, MatButton, RouterLink, ToolResult, UntrustedText],
  templateUrl: './run-results.html',
  styleUrls: ['../../ui/stacked-table.css', './run-results.css'],
})
export class RunResults {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  readonly runs = input.required<readonly PcRun[]>();
  readonly tool = input.required<CatalogTool>();
  readonly busy = input(false);
  /** Once more on these PCs. */
  readonly again = output<readonly string[]>();

  protected readonly visible = visibleText;
  protected readonly few = fewOf;
  protected readonly text = signal('');
  private readonly sorted = signal<{ by: SideSort; sign: 1 | -1 } | null>(null);
  private readonly open = signal<ReadonlySet<string>>(new Set());

  private readonly all = computed(() => sideRows(this.runs(), this.tool()));
  protected readonly columns = computed(() => columnsOf(this.all()));
  protected readonly looks = computed(() => this.text().trim() !== '');
  private readonly found = computed(() =>
    this.all().flatMap((row) => {
      const lines = linesWith(row, this.text());
      return lines ? [{ row, lines }] : [];
    }),
  );
  protected readonly rows = computed(() => {
    const lines = new Map(this.found().map(({ row, lines: found }) => [row, found]));
    const sorted = this.sorted();
    const rows = inSideOrder([...lines.keys()], sorted?.by ?? null, sorted?.sign ?? 1);
    return rows.map((row) => ({ ...row, found: lines.get(row) ?? [] }));
  });
  protected readonly csv = computed(() => csvOf(this.rows(), this.text()));
  /** PC, outcome, the columns, and what was found. */
  protected readonly width = computed(() => 2 + this.columns().length + (this.looks() ? 1 : 0));
  /** Those that may be tried again without running anything twice. */
  protected readonly untried = computed(() =>
    this.all()
      .filter(({ run }) => mayTryAgain(run, this.tool()))
      .map(({ run }) => run.id),
  );

  /** To the row's request, or to the first row. */
  goTo(id: string | undefined): void {
    const focus = () => {
      const links = this.host.querySelectorAll<HTMLElement>('[data-review]');
      const link = [...links].find(({ dataset }) => dataset['review'] === id);
      (link ?? this.host.querySelector<HTMLElement>('tbody button'))?.focus();
    };
    afterNextRender(focus, { injector: this.injector });
  }

  protected cell({ cells }: SideRow, column: string): Fact {
    return cells.get(column) ?? NOTHING;
  }

  protected ended({ approval }: PcRun): ApprovalView | null {
    return approval && approval.ended_at !== null ? approval : null;
  }

  protected isOpen(id: string): boolean {
    return this.open().has(id);
  }

  protected toggle(id: string): void {
    this.open.update((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  protected sortBy(by: SideSort): void {
    this.sorted.update((before) => ({
      by,
      sign: before && isSame(before.by, by) && before.sign === 1 ? -1 : 1,
    }));
  }

  protected directionOf(by: SideSort): 'ascending' | 'descending' | null {
    const sorted = this.sorted();
    if (!sorted || !isSame(sorted.by, by)) return null;
    return sorted.sign === 1 ? 'ascending' : 'descending';
  }
}

/** A change that may have run is looked at first, and asked for by its form. */
function mayTryAgain({ stage }: PcRun, { effect }: CatalogTool): boolean {
  if (stage.kind === 'left out' || stage.kind === 'stopped') return true;
  return stage.kind === 'failed' && (effect === 'read' || stage.error.ran === 'no');
}

function isSame(a: SideSort, b: SideSort): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.column === b.column : a === b;
}
