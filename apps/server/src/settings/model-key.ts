import { MODEL_KEY, SERVER_FILES, type ModelKeySource, type ModelKeyState } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import { APP_CONFIG, createDurably, removeDurably, type AppConfig } from '../config/index.js';
import { Writer } from '../database/index.js';
import { KennyError, type CallContext } from '../kernel/index.js';
import { isRefused } from './model-client.js';

export interface KeyInUse {
  readonly key: string;
  readonly source: ModelKeySource;
}

const FORM = new RegExp(MODEL_KEY.pattern);

/**
 * The key of the model service: the environment's, else the one an admin has stored in a private
 * file of the data folder. It can be written and removed but never read back, and counts at once.
 */
@Injectable()
export class ModelKey {
  private readonly logger = new Logger(ModelKey.name);
  private readonly file: string;
  private stored: string | null = null;
  private trouble: string | null = null;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'anthropic' | 'dataDir'>,
    private readonly audit: AuditLog,
    // The open database means: the folder is there, private, and nobody else's.
    _openDatabase: Writer,
  ) {
    this.file = join(config.dataDir, SERVER_FILES.modelKey);
    this.read();
  }

  current(): KeyInUse | null {
    const { apiKey } = this.config.anthropic;
    if (apiKey !== null) return { key: apiKey, source: 'environment' };
    return this.stored === null ? null : { key: this.stored, source: 'stored' };
  }

  state(): ModelKeyState {
    const source = this.current()?.source ?? null;
    return { source, stored: this.stored !== null, trouble: this.trouble };
  }

  /**
   * A key that the model service refuses is not stored; one that it cannot be asked about is.
   * @throws KennyError `forbidden`, `bad_args`, `unavailable`
   */
  async store(ctx: CallContext, key: string): Promise<ModelKeyState> {
    mustBeAdmin(ctx, 'change the key of the model service');
    const text = key.trim();
    if (!isKey(text)) {
      const { min, max } = MODEL_KEY;
      throw new KennyError('bad_args', `key: ${min} to ${max} characters, without blanks`);
    }
    if (await isRefused(text, this.config.anthropic.baseUrl)) {
      throw new KennyError('bad_args', 'key: the model service does not accept it; copy it again');
    }
    await this.audited(ctx, 'store', () => createDurably(this.file, `${text}\n`));
    this.stored = text;
    this.trouble = null;
    return this.state();
  }

  /**
   * A key of the environment stays.
   * @throws KennyError `forbidden`, `not_found` without a stored key, `unavailable`
   */
  async remove(ctx: CallContext): Promise<ModelKeyState> {
    mustBeAdmin(ctx, 'change the key of the model service');
    if (this.stored === null && this.trouble === null) {
      throw new KennyError('not_found', 'no key is stored on this server');
    }
    await this.audited(ctx, 'remove', () => removeDurably(this.file));
    this.stored = null;
    this.trouble = null;
    return this.state();
  }

  /** Nothing is changed that the audit log could not tell of. */
  private async audited(ctx: CallContext, action: string, change: () => void): Promise<void> {
    this.audit.mustTake('change');
    const row = { ...by(ctx), kind: 'setting', target: 'model key', args: { action } } as const;
    try {
      change();
    } catch (error) {
      await this.audit.recordDurably({ ...row, ok: false, code: 'unavailable' });
      this.logger.error(`the key of the model service: ${String(error)}`);
      throw new KennyError('unavailable', `The key file cannot be written (${reasonOf(error)}).`);
    }
    await this.audit.recordDurably({ ...row, ok: true });
  }

  private read(): void {
    try {
      const text = readFileSync(this.file, 'utf8').trim();
      if (isKey(text)) this.stored = text;
      else
        this.trouble =
          'The stored key of the chat is damaged. Store it again: docs/guides/chat.md.';
    } catch (error) {
      if (reasonOf(error) === 'ENOENT') return;
      const next = `Correct the rights of ${SERVER_FILES.modelKey} in the data folder and restart.`;
      this.trouble = `The stored key of the chat cannot be read (${reasonOf(error)}). ${next}`;
    }
    if (this.trouble !== null) this.logger.error(this.trouble);
  }
}

function isKey(text: string): boolean {
  return text.length >= MODEL_KEY.min && text.length <= MODEL_KEY.max && FORM.test(text);
}

/** The system's own code: its message names paths of the server. */
function reasonOf(error: unknown): string {
  return isObject(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown reason';
}
