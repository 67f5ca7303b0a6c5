import { Alphabet } from './engine/alphabet.js';
import { CommandSet } from './engine/command-set.js';
import { RuleSet } from './engine/rule-set.js';
import type { RuleTables } from './tables/rule-tables.js';

/** What a refusal says of a rule. */
export interface NamedRule {
  readonly id: string;
  readonly reason: string;
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const SCRATCH = 1 << 13;

let scratch = new Uint16Array(SCRATCH);

/** Rules of one group, ready to judge. */
export class CompiledRules {
  private readonly alphabet: Alphabet;
  private readonly anywhere: RuleSet;
  private readonly commands: CommandSet;

  /** @param rules in the order in which the tables number them */
  constructor(
    private readonly rules: readonly NamedRule[],
    { stretches, packs, commands }: RuleTables,
  ) {
    this.alphabet = new Alphabet(stretches);
    this.anywhere = new RuleSet(packs);
    this.commands = new CommandSet(commands);
  }

  /** A rule that `text` breaks, always the same one for the same text. */
  find(text: string): NamedRule | undefined {
    // The commands' positions are those of the text: one class a unit. No built-in rule tells
    // characters apart that take two.
    const plain = this.commands.empty ? text : text.replace(PAIR, '\uf8ff');
    if (scratch.length < plain.length) scratch = new Uint16Array(plain.length * 2);
    const length = this.alphabet.encode(plain, scratch);
    const anywhere = this.anywhere.find(scratch, length);
    const command = this.commands.find(plain, scratch, length);
    return this.rules[Math.min(anywhere, command)];
  }

  get size() {
    return { anywhere: this.anywhere.size, commands: this.commands.size };
  }
}
