import type Anthropic from '@anthropic-ai/sdk';
import { MODEL_FAULTS } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { clientFor } from './model-client.js';
import { ModelKey } from './model-key.js';

/** The one client of the model service; it follows the key. */
@Injectable()
export class ModelService {
  private made: { readonly key: string; readonly client: Anthropic } | undefined;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'anthropic'>,
    @Inject(ModelKey) private readonly key: Pick<ModelKey, 'current'>,
  ) {}

  /** Why chat is unavailable; null when it is available. */
  get unavailable(): string | null {
    return this.key.current() ? null : MODEL_FAULTS.chat_unavailable;
  }

  /** Null without a key. Ask for each use: the key may have changed. */
  client(): Anthropic | null {
    const key = this.key.current()?.key;
    if (key === undefined) return null;
    if (this.made?.key !== key) {
      this.made = { key, client: clientFor(key, this.config.anthropic.baseUrl) };
    }
    return this.made.client;
  }
}
