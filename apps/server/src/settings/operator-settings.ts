import {
  checkWith,
  describeIssues,
  SERVERS_OWN,
  type ChatSettings,
  type PatchChatSettingsBody,
} from '@kenny/contract';
import { httpValidators } from '@kenny/contract/http-validators';
import { isObject, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by } from '../auth/index.js';
import { Reads, Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { ChatSettingsEntity } from './chat-settings.entity.js';

const PATCH = 'http:PatchChatSettingsBody';

/** Before anybody has set anything (reference of seed 004; memory is opt-in). */
const DEFAULTS: ChatSettings = {
  chat_model: null,
  reasoning_effort: null,
  compaction: { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 20_000 },
  memory: { enabled: false, auto_summary: false },
};

/** What each operator has set for their own chat (ADR 0064); nobody sets another's. */
@Injectable()
export class OperatorSettings {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whole: with what the server does by itself where they have set nothing. */
  async of(operator_id: string): Promise<ChatSettings> {
    const row = await this.reads.manager.findOneBy(ChatSettingsEntity, { operator_id });
    return settingsFrom(ownIn(row));
  }

  /**
   * What is not named stays; `default` takes a value back.
   * @param patch from outside: judged here, so that every door refuses alike
   * @throws KennyError `bad_args` naming the first key that is unknown or wrong, `forbidden`
   */
  async change(ctx: CallContext, patch: unknown): Promise<ChatSettings> {
    const operator_id = mustBeOperator(ctx);
    const wanted = judged(patch);
    const updated_at = this.clock.now();
    return this.writer.write(async (tx) => {
      const before = ownIn(await tx.manager.findOneBy(ChatSettingsEntity, { operator_id }));
      const own = merged(before, wanted);
      if (JSON.stringify(own) !== JSON.stringify(before)) {
        const text = JSON.stringify(own);
        const row = { operator_id, own: text, updated_at };
        await tx.manager.upsert(ChatSettingsEntity, row, ['operator_id']);
        await this.audit.append(tx, {
          ...by(ctx),
          ...{ kind: 'setting', target: 'chat', args: { ...wanted }, ok: true },
        });
      }
      return settingsFrom(own);
    });
  }
}

/**
 * Settings and memory are a person's: no program has any.
 * @throws KennyError `forbidden`
 */
export function mustBeOperator({ principal }: Pick<CallContext, 'principal'>): string {
  if (principal.kind === 'operator') return principal.id;
  throw new KennyError('forbidden', 'only an operator has settings and a memory of their own');
}

function judged(patch: unknown): PatchChatSettingsBody {
  const copy: unknown = structuredClone(patch);
  const issues = checkWith(httpValidators, PATCH, copy);
  if (issues.length > 0) throw new KennyError('bad_args', describeIssues(issues), { issues });
  return copy as PatchChatSettingsBody;
}

/** What was written by another version and is no setting here does not count. */
function ownIn(row: ChatSettingsEntity | null): PatchChatSettingsBody {
  if (!row) return {};
  const own: unknown = JSON.parse(row.own);
  return isObject(own) && checkWith(httpValidators, PATCH, own).length === 0 ? own : {};
}

function merged(
  own: PatchChatSettingsBody,
  { chat_model, reasoning_effort, compaction, memory }: PatchChatSettingsBody,
): PatchChatSettingsBody {
  const next = {
    ...own,
    ...(chat_model === undefined ? {} : { chat_model }),
    ...(reasoning_effort === undefined ? {} : { reasoning_effort }),
    ...(compaction ? { compaction: { ...own.compaction, ...compaction } } : {}),
    ...(memory ? { memory: { ...own.memory, ...memory } } : {}),
  };
  if (next.chat_model === SERVERS_OWN) delete next.chat_model;
  if (next.reasoning_effort === SERVERS_OWN) delete next.reasoning_effort;
  return next;
}

function settingsFrom({
  chat_model = SERVERS_OWN,
  reasoning_effort = SERVERS_OWN,
  compaction,
  memory,
}: PatchChatSettingsBody): ChatSettings {
  return {
    chat_model: chat_model === SERVERS_OWN ? null : chat_model,
    reasoning_effort: reasoning_effort === SERVERS_OWN ? null : reasoning_effort,
    compaction: { ...DEFAULTS.compaction, ...compaction },
    memory: { ...DEFAULTS.memory, ...memory },
  };
}
