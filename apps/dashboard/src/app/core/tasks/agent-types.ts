import { computed, inject, Injectable } from '@angular/core';
import { ApiClient } from '../http/api-client';
import { apiResource } from '../http/api-resource';

/** Which external agents there are: one reading for all pages. */
@Injectable({ providedIn: 'root' })
export class AgentTypes {
  private readonly api = inject(ApiClient);
  readonly found = apiResource({ loader: () => this.api.agentTypes() });
  private readonly names = computed(
    () => new Map((this.found.value()?.types ?? []).map(({ id, name }) => [id, name])),
  );

  /** For pages that offer them: the file of agent types may have changed. */
  shown(): this['found'] {
    if (this.found.ready()) this.found.reload();
    return this.found;
  }

  /** What people call it; its id when it is not known (yet), or no longer. */
  nameOf(id: string): string {
    return this.names().get(id) ?? id;
  }
}
