import { at, listAt, parseJson, textAt } from '../../platform/json.js';
import type { Family, Rule, RuleSet, Verdict } from './rule-set.js';

/** Terse: without the elements of sets, which may be lists of millions of addresses. */
export const NFT_LIST = ['--json', '--terse', 'list', 'ruleset'];

const FAMILIES: Readonly<Record<string, readonly Family[]>> = {
  ip: ['ipv4'],
  ip6: ['ipv6'],
  inet: ['ipv4', 'ipv6'],
};
/** Statements of libnftables-json(5) that select no packets. */
const WITHOUT_CONDITION = new Set(
  'counter log accept drop reject jump goto return xt comment mangle notrack'.split(' '),
);
const XT_VERDICTS: Readonly<Record<string, Verdict>> = {
  DROP: 'refuse',
  REJECT: 'refuse',
  ACCEPT: 'accept',
};

/** `nft --json list ruleset` (libnftables-json(5)); undefined when it is something else. */
export function parseNft(text: string): RuleSet | undefined {
  const answer = parseJson(text);
  const objects = listAt(answer, 'nftables');
  if (!objects.some((one) => at(one, 'metainfo') !== undefined)) return undefined;
  const rules: RuleSet = { inputs: [], chains: new Map() };
  for (const object of objects) {
    const chain = at(object, 'chain');
    if (chain !== undefined) takeChain(rules, chain);
    const rule = at(object, 'rule');
    if (rule !== undefined) takeRule(rules, rule);
  }
  return rules;
}

function takeChain(rules: RuleSet, chain: unknown): void {
  const families = FAMILIES[textAt(chain, 'family') ?? ''];
  if (!families) return;
  const name = keyOf(chain, textAt(chain, 'name'));
  rules.chains.set(name, rules.chains.get(name) ?? []);
  if (textAt(chain, 'hook') !== 'input' || textAt(chain, 'type') !== 'filter') return;
  rules.inputs.push({ name, families, refusesByPolicy: textAt(chain, 'policy') === 'drop' });
}

function takeRule(rules: RuleSet, rule: unknown): void {
  const name = keyOf(rule, textAt(rule, 'chain'));
  const statements = listAt(rule, 'expr');
  const kinds = statements.flatMap((one) =>
    typeof one === 'object' && one !== null ? Object.keys(one) : ['unknown'],
  );
  const parsed: Rule = {
    conditional:
      kinds.some((kind) => !WITHOUT_CONDITION.has(kind)) ||
      statements.some((one) => textAt(one, 'xt', 'type') === 'match'),
    verdict:
      statements.map((one) => verdictOf(rule, one)).find((v) => v !== 'nothing') ?? 'nothing',
  };
  const known = rules.chains.get(name);
  if (known) known.push(parsed);
  else rules.chains.set(name, [parsed]);
}

function verdictOf(rule: unknown, statement: unknown): Verdict {
  if (at(statement, 'drop') !== undefined || at(statement, 'reject') !== undefined) return 'refuse';
  if (at(statement, 'accept') !== undefined) return 'accept';
  if (at(statement, 'return') !== undefined) return 'return';
  const to = textAt(statement, 'jump', 'target') ?? textAt(statement, 'goto', 'target');
  if (to !== undefined) return { to: keyOf(rule, to) };
  return XT_VERDICTS[textAt(statement, 'xt', 'name') ?? ''] ?? 'nothing';
}

/** Chains of the same name in different tables are different chains. */
function keyOf(object: unknown, chain: string | undefined): string {
  return [textAt(object, 'family'), textAt(object, 'table'), chain].join(' ');
}
