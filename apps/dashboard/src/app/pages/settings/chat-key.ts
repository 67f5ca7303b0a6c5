import {
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { Router } from '@angular/router';
import { MODEL_KEY } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { CHAT_KEY_FIELD } from '../navigation';

const FORM = new RegExp(MODEL_KEY.pattern, 'u');

/** The server's key of the model service: it is stored and removed here, and never shown. */
@Component({
  selector: 'kenny-chat-key',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel, ResourceStateNote],
  providers: [FIELD_LOOK],
  templateUrl: './chat-key.html',
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css', './chat-key.css'],
})
export class ChatKey {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly state = apiResource({ loader: () => this.api.chatKey() });
  protected readonly change = new Mutation();
  protected readonly key = signal('');
  /** Somebody wants another one than works now. */
  protected readonly another = signal(false);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('text');
  protected readonly fits = computed(() => {
    const key = this.key().trim();
    return key.length >= MODEL_KEY.min && key.length <= MODEL_KEY.max && FORM.test(key);
  });
  protected readonly words = computed(() => {
    const { source, stored } = this.state.value() ?? {};
    if (source === 'environment') {
      const unused = stored ? ' The stored key is not used.' : '';
      return `Chat works: the server was started with an API key, which is used.${unused}`;
    }
    return source === 'stored'
      ? 'Chat works, with the API key that was saved here.'
      : 'Chat has no API key yet, so it cannot answer.';
  });

  constructor() {
    const router = inject(Router);
    // Whoever comes from a chat without a key comes for this field, and whoever asked for it.
    effect(() => {
      const { fragment } = router.parseUrl(router.url);
      if (fragment === CHAT_KEY_FIELD.fragment || this.another())
        this.field()?.nativeElement.focus();
    });
  }

  protected async store(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.fits() || this.change.busy()) return;
    await this.change.run(async () => {
      await this.api.storeChatKey(this.key().trim());
      this.key.set('');
      this.another.set(false);
      this.state.reload();
    });
  }

  protected async remove(): Promise<void> {
    const sure = await this.askFirst.ask({
      ...{ title: 'Remove the stored key?', name: 'Anthropic', act: 'Remove key' },
      words: 'Without another key, chat cannot answer.',
    });
    if (!sure) return;
    await this.change.run(async () => {
      await this.api.removeChatKey();
      this.state.reload();
    });
  }
}
