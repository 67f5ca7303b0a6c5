import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { LimitView } from '@kenny/contract/web';
import { limitName, type LimitNumbers, type Threshold } from '@kenny/health/web';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { measuredWords, movedWords } from '../../core/health/limit-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { checkTitle } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { LimitFields } from '../../ui/limit-fields';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

/** A limit that can be moved, and what it is of. */
interface Movable {
  readonly section: string;
  readonly threshold: Threshold;
  readonly words: string;
}

/** Limits for all PCs with a tag. Those of one PC are on its own page. */
@Component({
  selector: 'kenny-tag-limits',
  imports: [
    ErrorNote,
    LimitFields,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    RelativeTime,
    ResourceStateNote,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './tag-limits.html',
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css', './rows.css'],
})
export class TagLimits {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly busy = this.mutation.busy;
  protected readonly stored = apiResource({ loader: () => this.api.tagLimits() });
  protected readonly summary = computed(() => {
    const count = this.stored.value()?.items.length;
    if (count === undefined) return '';
    if (count === 0) return 'No limits of your own';
    return count === 1 ? '1 limit of your own' : `${count} limits of your own`;
  });
  private readonly catalog = inject(CatalogStore).ask();

  protected readonly tags = computed(() =>
    [...new Set(this.fleet.agents().flatMap(({ tags }) => tags))].sort(),
  );
  protected readonly movable = computed<readonly Movable[]>(() =>
    Object.entries(this.catalog.value()?.thresholds ?? {}).flatMap(([section, thresholds]) =>
      (thresholds as readonly Threshold[])
        .filter((threshold) => threshold.movable !== undefined)
        .map((threshold) => ({
          ...{ section, threshold },
          words: `${checkTitle(section)}: ${measuredWords(threshold).toLowerCase()}`,
        })),
    ),
  );
  protected readonly adding = signal(false);
  protected readonly tag = signal('');
  protected readonly place = signal(0);
  protected readonly chosen = computed(() => this.movable()[this.place()]);
  protected readonly numbers = signal<LimitNumbers | null>(null);

  protected open(): void {
    this.mutation.clear();
    this.tag.set(this.tags()[0] ?? '');
    this.choose(0);
    this.adding.set(true);
  }

  protected choose(place: number): void {
    this.place.set(place);
    this.numbers.set(null);
  }

  protected titleOf({ section }: LimitView): string {
    return checkTitle(section);
  }

  protected wordsOf(limit: LimitView): string {
    const found = this.movable().find(
      ({ section, threshold }) => section === limit.section && limitName(threshold) === limit.field,
    );
    return found ? movedWords(found.threshold, limit) : limit.field;
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const [chosen, numbers] = [this.chosen(), this.numbers()];
    if (!chosen || !numbers || this.busy()) return;
    const { warn, crit } = numbers;
    await this.change(() =>
      this.api.setTagLimit(chosen.section, limitName(chosen.threshold), {
        tag: this.tag(),
        ...(warn === null ? {} : { warn }),
        ...(crit === null ? {} : { crit }),
      }),
    );
    if (this.fault() === null) this.adding.set(false);
  }

  protected async end({ section, field, tag = '' }: LimitView): Promise<void> {
    await this.change(() => this.api.endTagLimit(section, field, tag));
  }

  private change(work: () => Promise<unknown>): Promise<void> {
    return this.mutation.run(async () => {
      await work();
      this.stored.reload();
    });
  }
}
