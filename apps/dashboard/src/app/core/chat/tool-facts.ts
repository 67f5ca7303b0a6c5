import { Injectable, inject } from '@angular/core';
import { ApiClient } from '../http/api-client';
import { apiResource } from '../http/api-resource';

/** What the catalog says of tools that a conversation calls; asked for once. */
@Injectable({ providedIn: 'root' })
export class ToolFacts {
  private readonly api = inject(ApiClient);
  private readonly catalog = apiResource({ loader: () => this.api.catalog() });

  /** It brings what may be private, and what may have been written for a model to obey. */
  isSensitive(tool: string): boolean {
    const tools = this.catalog.value()?.tools ?? [];
    return tools.some(({ name, sensitive }) => name === tool && sensitive);
  }
}
