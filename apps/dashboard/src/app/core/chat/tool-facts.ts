import { Injectable, inject, resource } from '@angular/core';
import { ApiClient } from '../http/api-client';

/** What the catalog says of tools that a conversation calls; asked for once. */
@Injectable({ providedIn: 'root' })
export class ToolFacts {
  private readonly api = inject(ApiClient);
  private readonly catalog = resource({ loader: () => this.api.catalog() });

  /** It brings what may be private, and what may have been written for a model to obey. */
  isSensitive(tool: string): boolean {
    if (!this.catalog.hasValue()) return false;
    return this.catalog.value().tools.some(({ name, sensitive }) => name === tool && sensitive);
  }
}
