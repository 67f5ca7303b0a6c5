import { Component, computed, inject, signal } from '@angular/core';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  CHAT_EFFORTS,
  SERVERS_OWN,
  type ChatEffort,
  type PatchChatSettingsBody,
} from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';

const EFFORT_WORDS: Readonly<Record<ChatEffort, string>> = {
  ...{ low: 'Low', medium: 'Medium', high: 'High', xhigh: 'Very high', max: 'Maximum' },
};

/** The model that answers, how hard it thinks, and whether it is told what is remembered. */
@Component({
  selector: 'kenny-chat-options',
  imports: [ErrorNote, MatCheckbox, MatFormField, MatHint, MatInput, MatLabel, ResourceStateNote],
  providers: [FIELD_LOOK],
  templateUrl: './chat-options.html',
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css', './chat-options.css'],
})
export class ChatOptions {
  private readonly api = inject(ApiClient);
  protected readonly settings = apiResource({ loader: () => this.api.chatSettings() });
  protected readonly listed = apiResource({ loader: () => this.api.chatModels() });
  protected readonly efforts = CHAT_EFFORTS;
  protected readonly effortWords = EFFORT_WORDS;
  protected readonly serversOwn = SERVERS_OWN;
  protected readonly change = new Mutation();
  protected readonly saved = signal(false);
  protected readonly usual = computed(() => {
    const id = this.listed.value()?.default_model;
    return id === undefined ? 'Default' : `Default (${id})`;
  });
  /** With the one that is set, also when the service does not list it any more. */
  protected readonly models = computed(() => {
    const models = this.listed.value()?.items ?? [];
    const own = this.settings.value()?.chat_model ?? null;
    if (own === null || models.some(({ id }) => id === own)) return models;
    return [{ id: own, name: own }, ...models];
  });

  protected async choose(
    name: 'chat_model' | 'reasoning_effort',
    list: HTMLSelectElement,
  ): Promise<void> {
    const before = this.settings.value()?.[name] ?? SERVERS_OWN;
    await this.save({ [name]: list.value });
    // The page shows what is set, not what was wanted.
    if (this.change.error()) list.value = before;
  }

  protected async remember(
    name: 'enabled' | 'auto_summary',
    on: boolean,
    box: MatCheckbox,
  ): Promise<void> {
    await this.save({ memory: { [name]: on } });
    if (this.change.error()) box.checked = !on;
  }

  private save(patch: PatchChatSettingsBody): Promise<void> {
    this.saved.set(false);
    return this.change.run(async () => {
      await this.api.changeChatSettings(patch);
      this.saved.set(true);
      this.settings.reload();
    });
  }
}
