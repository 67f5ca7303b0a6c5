import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import type { FormControl } from '@angular/forms';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { CatalogTool, FleetAgent, Lookup } from '@kenny/contract/web';
import { SheetOpener } from '../../../core/approvals/sheet-opener';
import { CatalogStore } from '../../../core/facts/catalog-store';
import { fieldsOf, type FieldShape } from '../../../core/forms/field-shape';
import { faultOf, type FieldValue } from '../../../core/forms/field-value';
import { lookupRows, rowsWith, type LookupRow } from '../../../core/forms/lookup-rows';
import { ApiClient } from '../../../core/http/api-client';
import { Mutation } from '../../../core/http/mutation';
import { ErrorNote } from '../../../ui/error-note';
import { FIELD_LOOK } from '../../../ui/field-look';
import { UntrustedText } from '../../../ui/untrusted-text';
import { isFor } from './tool-words';

const SHOWN = 10;

/** What a PC answered. */
interface Found {
  readonly rows: readonly LookupRow[];
  /** Some have a value that the field does not take. */
  readonly leftOut: boolean;
  readonly truncated: boolean;
}

/** Finds the value of an argument that nobody knows by heart, with a read of the same PC. */
@Component({
  selector: 'kenny-field-lookup',
  imports: [ErrorNote, MatButton, MatFormField, MatInput, MatLabel, UntrustedText],
  providers: [FIELD_LOOK],
  template: `
    @if (tool()) {
      @if (tooOld()) {
        <p class="dim" role="status">
          The kenny on this PC is too old to search. Update it, or type the
          {{ shape().label }} below.
        </p>
      } @else {
        <div class="search">
          <mat-form-field>
            <mat-label>{{ lookup().label }}</mat-label>
            <input
              #field
              matInput
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              enterkeyhint="search"
              [placeholder]="example()"
              (keydown.enter)="$event.preventDefault(); search(field.value)"
            />
          </mat-form-field>
          <button
            type="button"
            matButton="outlined"
            [disabled]="!can() || looking().busy()"
            (click)="search(field.value)"
          >
            Search
          </button>
        </div>
        <div role="status">
          @if (fault(); as words) {
            <p>{{ words }}</p>
          } @else if (looking().busy()) {
            <p class="dim">
              Searching on <kenny-untrusted [text]="pc().name" />. The first time it can take a
              minute.
            </p>
          } @else if (rows(); as rows) {
            @if (rows.length === 0) {
              <p>{{ nothing() }}</p>
            } @else {
              <ul #list [attr.aria-label]="lookup().label">
                @for (row of rows.slice(0, shown()); track row.value) {
                  <li>
                    <button
                      type="button"
                      [attr.aria-pressed]="row.value === chosen()?.value"
                      (click)="choose(row)"
                    >
                      <strong><kenny-untrusted [text]="row.name" /></strong>
                      @for (one of row.more; track $index) {
                        {{ ' ' }}<span><kenny-untrusted [text]="one" /></span>
                      }
                      {{ ' ' }}<small><kenny-untrusted [text]="row.value" /></small>
                    </button>
                  </li>
                }
              </ul>
            }
            @if (chosen()) {
              <button type="button" class="link" (click)="reopen()">Choose another</button>
            } @else if (rows.length > shown()) {
              <button type="button" class="link" (click)="shown.set(rows.length)">
                Show all {{ rows.length }}
              </button>
            } @else if (found()?.truncated) {
              <p class="dim">There are more: type more of the name.</p>
            }
          }
        </div>
        @if (looking().error(); as error) {
          <kenny-error [error]="error.ofRead()" />
        }
      }
    }
  `,
  styleUrl: './field-lookup.css',
})
export class FieldLookup {
  private readonly api = inject(ApiClient);
  private readonly sheet = inject(SheetOpener);
  private readonly catalog = inject(CatalogStore).ask();
  /** Whose programs, or whatever it is, are searched. */
  readonly pc = input.required<FleetAgent>();
  readonly shape = input.required<FieldShape>();
  /** Where its value is found. */
  readonly lookup = input.required<Lookup>();
  /** That of the argument. */
  readonly control = input.required<FormControl<FieldValue>>();
  /** Whether anything can be asked there now. */
  readonly can = input(true);

  /** The one that answers, where that PC's system has it. */
  protected readonly tool = computed(() => {
    const wanted = this.lookup().tool;
    const tool = this.catalog.value()?.tools.find(({ name }) => name === wanted);
    return tool && isFor(tool, this.pc()) ? tool : undefined;
  });
  private readonly queried = computed(() => {
    const [query, tool] = [this.lookup().query, this.tool()];
    return query !== undefined && tool ? fieldIn(tool, query) : undefined;
  });
  protected readonly example = computed(() => {
    const example = this.queried()?.example ?? null;
    return example === null ? '' : `e.g. ${example}`;
  });

  private readonly list = viewChild<ElementRef<HTMLElement>>('list');
  private readonly place = computed(() => `${this.pc().agent_id} ${JSON.stringify(this.lookup())}`);
  // Another PC or tool: nothing of the one before.
  protected readonly looking = linkedSignal({
    source: this.place,
    computation: () => new Mutation(),
  });
  protected readonly found = linkedSignal<string, Found | undefined>({
    source: this.place,
    computation: () => undefined,
  });
  protected readonly chosen = linkedSignal<Found | undefined, LookupRow | undefined>({
    source: this.found,
    computation: () => undefined,
  });
  /** What is searched for in a list that was given whole. */
  private readonly words = linkedSignal({ source: this.place, computation: () => '' });
  protected readonly fault = linkedSignal<string, string | null>({
    source: this.place,
    computation: () => null,
  });
  protected readonly tooOld = computed(() => this.looking().error()?.code === 'unsupported');
  protected readonly rows = computed(() => {
    const [found, chosen] = [this.found(), this.chosen()];
    if (chosen) return [chosen];
    return found && (this.queried() ? found.rows : rowsWith(found.rows, this.words()));
  });
  /** Why there is no row. */
  protected readonly nothing = computed(() => {
    const found = this.found();
    if (found && found.rows.length === 0) {
      if (found.leftOut) return `What was found has no ${this.shape().label} that fits here.`;
      const label = this.lookup().label;
      if (!this.queried()) return `This PC has no ${label[0]?.toLowerCase()}${label.slice(1)}.`;
    }
    return 'Nothing found. Try another name, or a part of it.';
  });
  protected readonly shown = linkedSignal({
    source: () => [this.found(), this.words()],
    computation: () => SHOWN,
  });

  constructor() {
    // Typed by hand since: the row that was chosen is not it any more.
    effect((onCleanup) => {
      const typing = this.control().valueChanges.subscribe((value) => {
        if (value !== this.chosen()?.value) this.chosen.set(undefined);
      });
      onCleanup(() => typing.unsubscribe());
    });
  }

  protected async search(typed: string): Promise<void> {
    const [looking, tool, queried] = [this.looking(), this.tool(), this.queried()];
    if (!tool || !this.can() || looking.busy()) return;
    const words = typed.trim();
    this.fault.set(queried ? faultOf(queried, words) : null);
    if (this.fault() !== null) return;
    this.words.set(words);
    this.chosen.set(undefined);
    if (!queried && this.found()) return;
    this.found.set(undefined);
    await looking.run(async () => {
      const args = queried ? { [queried.name]: words } : {};
      const answer = await this.api.callTool(tool.name, { agent_id: this.pc().agent_id, args });
      if (looking !== this.looking()) return;
      if ('result' in answer) this.found.set(this.foundIn(answer.result));
      else await this.sheet.open(() => Promise.resolve(answer));
    });
  }

  protected choose(row: LookupRow): void {
    this.chosen.set(row);
    this.control().setValue(row.value);
  }

  /** The button is gone then, so the row has the focus. */
  protected reopen(): void {
    this.list()?.nativeElement.querySelector('button')?.focus();
    this.chosen.set(undefined);
  }

  private foundIn(result: Readonly<Record<string, unknown>>): Found {
    const rowsOf = (fits: (value: string) => boolean) => lookupRows(result, this.lookup(), fits);
    const rows = rowsOf((value) => faultOf(this.shape(), value) === null);
    return {
      rows,
      leftOut: rowsOf(() => true).length > rows.length,
      truncated: result['truncated'] === true,
    };
  }
}

function fieldIn({ args }: CatalogTool, name: string): FieldShape | undefined {
  return fieldsOf(args).find((field) => field.name === name);
}
