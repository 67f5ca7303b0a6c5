import { Component, computed, effect, inject, input, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import {
  CLEAN_TARGETS,
  cleanFolders,
  type CatalogTool,
  type CleanTarget,
  type DiskCleanableResult,
  type FleetAgent,
} from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { SheetOpener } from '../../core/approvals/sheet-opener';
import { quantity } from '../../core/facts/quantity';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { ToolCall } from './tools/tool-call';

/** Reads how much each place takes; what is ticked becomes one request, decided on the sheet. */
@Component({
  selector: 'kenny-free-space',
  imports: [ErrorNote, MatButton, MatCheckbox],
  providers: [ToolCall],
  template: `
    <button
      type="button"
      [matButton]="found() ? 'text' : look()"
      [disabled]="!pc().online || !reads() || call.running()"
      (click)="search()"
    >
      {{ words() }}
    </button>
    <div role="status">
      @if (found(); as found) {
        @if (found.length === 0) {
          <p class="dim">There is nothing to clean up.</p>
        } @else {
          @defer (on immediate) {
            <fieldset>
              <legend>What should be deleted?</legend>
              @for (one of found; track one.target) {
                <mat-checkbox
                  [checked]="ticked().has(one.target)"
                  [disabled]="waiting().has(one.target)"
                  (change)="tick(one.target, $event.checked)"
                  >{{ one.title }} · {{ one.size }}
                  @if (about(one); as words) {
                    <span class="dim">{{ words }}</span>
                  }
                </mat-checkbox>
              }
            </fieldset>
          } @error {
            <p role="alert">What was found could not be shown. Reload the page.</p>
          }
          <button
            type="button"
            matButton="filled"
            [disabled]="ticked().size === 0 || !pc().online || asking.busy()"
            (click)="ask()"
          >
            {{ ticked().size === 0 ? 'Choose what to delete' : 'Ask to free ' + sum() }}
          </button>
        }
      }
    </div>
    @if (failed() ?? asking.error(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styles: `
    /* Its button stands in the row of the card or list; what it found has the width under that. */
    :host {
      display: contents;
    }
    button {
      justify-self: start;
    }
    [role='status'],
    kenny-error {
      order: 1;
      flex: 1 0 100%;
      grid-column: 1 / -1;
    }
    [role='status']:empty {
      position: absolute;
    }
    fieldset {
      display: flex;
      flex-direction: column;
      border: 0;
      margin: 6px 0;
      padding: 0;
    }
    legend {
      padding: 0;
      font-weight: 600;
    }
    mat-checkbox .dim {
      display: block;
      font-size: 13px;
    }
    p {
      margin: 4px 0;
    }
  `,
})
export class FreeSpace {
  private readonly approvals = inject(ApprovalsStore);
  private readonly sheet = inject(SheetOpener);
  readonly pc = input.required<FleetAgent>();
  readonly tools = input.required<readonly CatalogTool[]>();
  readonly remedy = input.required<Remedy>();
  /** Of its button, until something was found. */
  readonly look = input<'filled' | 'outlined' | 'text'>('text');
  protected readonly call = inject(ToolCall);
  protected readonly asking = new Mutation();
  private readonly chosen = signal<ReadonlySet<CleanTarget>>(new Set());
  /** What a request names that waits for approval: it is not asked for twice. */
  protected readonly waiting = computed<ReadonlySet<unknown>>(() => {
    const { tool, choose } = this.remedy();
    const here = this.approvals
      .waiting()
      .filter((one) => one.agent_id === this.pc().agent_id && one.tool === tool);
    const named = here.map(({ args }) => args[choose?.argument ?? '']);
    return new Set(named.flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : [])));
  });
  protected readonly ticked = computed<ReadonlySet<CleanTarget>>(
    () => new Set([...this.chosen()].filter((one) => !this.waiting().has(one))),
  );

  protected readonly reads = computed(() =>
    this.tools().find(({ name }) => name === this.remedy().choose?.read),
  );
  protected readonly words = computed(() => {
    const { kind } = this.call.stage();
    if (kind === 'running') return 'Asking the PC…';
    if (kind === 'done') return 'Look again';
    return this.waiting().size > 0 ? 'Choose more to delete…' : `${this.remedy().title}…`;
  });
  /** Largest first; what a later agent names and is not known here is not offered. */
  protected readonly found = computed(() => {
    const stage = this.call.stage();
    if (stage.kind !== 'done' || !('result' in stage.answer)) return null;
    const { targets = [] } = stage.answer.result as Partial<DiskCleanableResult>;
    return targets
      .filter(({ target }) => Object.hasOwn(CLEAN_TARGETS, target))
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ target, bytes, partial }) => ({
        ...{ target, bytes, title: CLEAN_TARGETS[target] },
        where: cleanFolders(target, this.pc().meta?.os),
        size: `${partial ? 'at least ' : ''}${quantity(bytes, 'bytes')}`,
      }));
  });
  protected readonly sum = computed(() => {
    const chosen = (this.found() ?? []).filter(({ target }) => this.ticked().has(target));
    return quantity(
      chosen.reduce((sum, { bytes }) => sum + bytes, 0),
      'bytes',
    );
  });
  protected readonly failed = computed(() => {
    const stage = this.call.stage();
    return stage.kind === 'failed' ? stage.error : null;
  });

  constructor() {
    const seen = inject(SizesSeen);
    // The sheet of what is asked for says how much it is.
    effect(() => {
      const found = this.found();
      if (!found) return;
      untracked(() => seen.note(this.pc().agent_id, found));
    });
  }

  protected about({ target, where }: { target: CleanTarget; where: string }): string {
    const waits = this.waiting().has(target) ? 'waits for approval' : '';
    return [waits, where].filter(Boolean).join(' · ');
  }

  protected search(): void {
    const tool = this.reads();
    this.chosen.set(new Set());
    if (tool) void this.call.run(tool, this.pc().agent_id, {});
  }

  protected tick(target: CleanTarget, on: boolean): void {
    const rest = [...this.chosen()].filter((one) => one !== target);
    this.chosen.set(new Set(on ? [...rest, target] : rest));
  }

  protected ask(): Promise<void> {
    const { tool, title: reason, choose } = this.remedy();
    const args = { [choose?.argument ?? '']: [...this.ticked()] };
    const { agent_id } = this.pc();
    return this.asking.run(() => this.sheet.ask({ tool, agent_id, args, reason }));
  }
}
