import { computed, inject, Injectable, signal } from '@angular/core';
import type { SectionHealth } from '@kenny/contract/web';
import type { Remedy, Threshold } from '@kenny/health/web';
import { ApiClient } from '../http/api-client';
import { apiResource, type ApiResource } from '../http/api-resource';

type Catalog = Awaited<ReturnType<ApiClient['catalog']>>;

/**
 * Tools, checks and fixes of the server: requested once, by the first that asks. It stays as this
 * dashboard does, which a newer server replaces together with it.
 */
@Injectable({ providedIn: 'root' })
export class CatalogStore {
  private readonly api = inject(ApiClient);
  private readonly wanted = signal(false);
  /** Before somebody asks, nothing is requested. */
  readonly answer: ApiResource<Catalog> = apiResource({
    params: () => this.wanted() || undefined,
    loader: () => this.api.catalog(),
  });

  /** Fixes of kenny's own, of all checks and systems. */
  readonly remedies = computed(
    () => Object.values(this.answer.value()?.remedies ?? {}).flat() as readonly Remedy[],
  );

  /** Those of one check, of all systems. */
  readonly remediesOf = ({ name }: Pick<SectionHealth, 'name'>): readonly Remedy[] =>
    (this.answer.value()?.remedies?.[name] ?? []) as readonly Remedy[];

  /** Its limits before any was moved. */
  readonly thresholdsOf = ({ name }: Pick<SectionHealth, 'name'>): readonly Threshold[] =>
    (this.answer.value()?.thresholds[name] ?? []) as readonly Threshold[];

  /** Of the fixes of a check those against these limits, of all systems. */
  remediesAgainst(
    section: Pick<SectionHealth, 'name'>,
    fired: readonly Pick<Threshold, 'field'>[],
  ): readonly Remedy[] {
    const fields = fired.map(({ field }) => field);
    return this.remediesOf(section).filter(({ field }) => fields.includes(field));
  }

  ask(): ApiResource<Catalog> {
    this.wanted.set(true);
    if (this.answer.error() !== null) this.answer.reload();
    return this.answer;
  }
}
