import type { ChatCost } from '@kenny/contract';
import type { ConversationRecord, TurnRecord } from '@kenny/session';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, type ModelPrices } from '../../config/index.js';
import { Models, OperatorSettings } from '../../settings/index.js';
import { ChatReader } from '../store/chat-reader.js';
import { addTokens, hasUsage, noTokens, TOKEN_KINDS } from './usage-totals.js';

const PER = 1_000_000;
/** Turns that are read at once. */
const PAGE = 100;

type Used = Pick<TurnRecord, 'chosen' | 'usage'>;

/** What models have cost, where somebody has said what they charge. */
@Injectable()
export class Costs {
  private readonly prices: ModelPrices | null;

  constructor(
    @Inject(APP_CONFIG) { anthropic }: Pick<AppConfig, 'anthropic'>,
    private readonly models: Models,
    private readonly settings: OperatorSettings,
    private readonly reader: ChatReader,
  ) {
    this.prices = anthropic.prices;
  }

  /** Of a whole conversation; undefined when the price of one of its models is not known. */
  async ofAll(session: ConversationRecord): Promise<ChatCost | undefined> {
    if (!this.prices) return undefined;
    const usual = await this.usualOf(session);
    const used: Used[] = [];
    for (let before: number | undefined, more = true; more;) {
      const turns = await this.reader.turns(session.id, before, PAGE);
      used.push(...turns.filter(hasUsage));
      before = turns.at(-1)?.number;
      more = turns.length === PAGE;
    }
    return used.length === 0 ? undefined : costOf(this.prices, used, usual);
  }

  /** Of each of these turns; undefined for one whose price is not known. */
  async ofEach(
    session: ConversationRecord,
    turns: readonly TurnRecord[],
  ): Promise<(ChatCost | undefined)[]> {
    const { prices } = this;
    if (!prices) return turns.map(() => undefined);
    const usual = await this.usualOf(session);
    return turns.map((turn) => (hasUsage(turn) ? costOf(prices, [turn], usual) : undefined));
  }

  /** What was chosen by nobody was answered by the owner's default, as far as is known. */
  private async usualOf({ owner_id }: ConversationRecord): Promise<string> {
    return (await this.settings.of(owner_id)).chat_model ?? this.models.default;
  }
}

/** Undefined where a price is missing: half of a sum would pass for all of it. */
export function costOf(
  { currency, models }: ModelPrices,
  used: readonly Used[],
  usual: string,
): ChatCost | undefined {
  let amount = 0;
  for (const { chosen, usage } of used) {
    const model = chosen?.model ?? usual;
    const price = Object.hasOwn(models, model) ? models[model] : undefined;
    if (!price) return undefined;
    const tokens = noTokens();
    addTokens(tokens, usage);
    for (const kind of TOKEN_KINDS) amount += (tokens[kind] * price[kind]) / PER;
  }
  return { amount, currency };
}
