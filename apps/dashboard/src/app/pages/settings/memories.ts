import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { MemoryEntry } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

/** What is remembered for the person who reads this; each can be forgotten. */
@Component({
  selector: 'kenny-memories',
  imports: [ErrorNote, MatButton, RelativeTime, ResourceStateNote, UntrustedText],
  templateUrl: './memories.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
})
export class Memories {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly stored = apiResource({ loader: () => this.api.memories() });
  /** Those that stay first. */
  protected readonly all = computed(() => {
    const { core = [], soft = [] } = this.stored.value() ?? {};
    return [...core, ...soft];
  });

  /** The PC that it is about; null when it counts everywhere. */
  protected pcOf({ scope }: MemoryEntry): string | null {
    return scope === 'global' ? null : scope.replace(/^agent:/, '');
  }

  protected async forget({ id, text }: MemoryEntry): Promise<void> {
    const sure = await this.askFirst.ask({
      ...{ title: 'Forget this?', name: text, act: 'Forget' },
      words: 'The text is erased, and no conversation will see it again.',
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.forgetMemory(id);
      this.stored.reload();
    });
  }
}
