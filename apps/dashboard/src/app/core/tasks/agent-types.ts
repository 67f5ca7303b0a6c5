import { computed, inject, Injectable } from '@angular/core';
import type { AgentTypeView } from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { apiResource } from '../http/api-resource';

/** Which AI agents there are: one reading for all pages. */
@Injectable({ providedIn: 'root' })
export class AgentTypes {
  private readonly api = inject(ApiClient);
  readonly found = apiResource({ loader: () => this.api.agentTypes() });
  /** Those that are turned on, and found on the server. */
  readonly able = computed(() => (this.found.value()?.types ?? []).filter(isAble));
  /** Whether a task could be done now; unknown counts as yes, so that nothing is hidden for a fault. */
  readonly anyAble = computed(() => !this.found.value() || this.able().length > 0);
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

export const isAble = ({ enabled, available }: AgentTypeView): boolean => enabled && available;
