import { inject, Injectable, signal } from '@angular/core';
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

  ask(): ApiResource<Catalog> {
    this.wanted.set(true);
    if (this.answer.error() !== null) this.answer.reload();
    return this.answer;
  }
}
