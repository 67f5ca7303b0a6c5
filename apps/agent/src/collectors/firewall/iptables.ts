import type { Family, Rule, RuleSet, Verdict } from './rule-set.js';

const VERDICTS: Readonly<Record<string, Verdict>> = {
  DROP: 'refuse',
  REJECT: 'refuse',
  ACCEPT: 'accept',
  RETURN: 'return',
  LOG: 'nothing',
  NFLOG: 'nothing',
};
const COMMENT = / -m comment --comment (?:"[^"]{0,256}"|\S{1,256})/;

/** `iptables -S` of the table `filter` (iptables(8)); undefined when it is something else. */
export function parseIptables(text: string, family: Family): RuleSet | undefined {
  const rules: RuleSet = { inputs: [], chains: new Map() };
  for (const line of text.split('\n')) {
    const [, policy] = /^-P INPUT (ACCEPT|DROP)\b/.exec(line) ?? [];
    if (policy !== undefined) {
      rules.inputs = [{ name: 'INPUT', families: [family], refusesByPolicy: policy === 'DROP' }];
    }
    const [, chain, rest] = /^-A (\S{1,64})( .{0,4000})?$/.exec(line) ?? [];
    if (chain === undefined) continue;
    const known = rules.chains.get(chain) ?? [];
    rules.chains.set(chain, known);
    known.push(ruleOf(rest ?? ''));
  }
  return rules.inputs.length === 0 ? undefined : rules;
}

function ruleOf(text: string): Rule {
  const rule = text.replace(COMMENT, '');
  const at = /(?:^| )-[jg] (\S{1,64})/.exec(rule);
  const target = at?.[1];
  if (at === null || target === undefined) return { conditional: true, verdict: 'nothing' };
  const verdict = Object.hasOwn(VERDICTS, target) ? VERDICTS[target] : undefined;
  return {
    conditional: rule.slice(0, at.index).trim() !== '',
    verdict: verdict ?? { to: target },
  };
}
