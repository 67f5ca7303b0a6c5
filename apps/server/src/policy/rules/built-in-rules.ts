import {
  CATALOG,
  GUARD_GROUPS,
  OPERATOR_RULE_GROUPS,
  type BuiltInGroupView,
  type BuiltInRules,
  type BuiltInRuleView,
  type GuardGroup,
} from '@kenny/contract';
import { builtInNames, LIMITS, UPDATE_HOSTS } from '@kenny/guard';

const ABOUT: Readonly<Record<GuardGroup, string>> = {
  powershell: 'What PowerShell and the Windows command prompt may not do.',
  posix: 'What a Linux or macOS shell may not do.',
  self_protection: 'What would stop, hide or take over kenny itself, on every system.',
  path: 'Files and folders that no read may open.',
  update_host: 'Where an agent update may come from.',
};

/** The guard's built-in rules as people read them. */
export function builtInRules(): BuiltInRules {
  return { items: GUARD_GROUPS.map(groupView) };
}

function groupView(group: GuardGroup): BuiltInGroupView {
  const tools = CATALOG.tools.filter(({ guards }) => guards[group]).map(({ name }) => name);
  return { group, about: ABOUT[group], tools, rules: [...patternRules(group), ...others(group)] };
}

/** Patterns that give one reason count as one rule: their ids differ in the number after the dot. */
function patternRules(group: GuardGroup): BuiltInRuleView[] {
  const known = OPERATOR_RULE_GROUPS.find((name) => name === group);
  const rules = new Map<string, BuiltInRuleView>();
  for (const { id: full, reason } of known ? builtInNames(known) : []) {
    const id = full.replace(/\.\d+$/, '');
    const rule = rules.get(id);
    if (rule) rule.patterns += 1;
    else rules.set(id, { id, reason, patterns: 1 });
  }
  return [...rules.values()];
}

/** What is refused without a pattern. */
function others(group: GuardGroup): BuiltInRuleView[] {
  if (group === 'update_host') {
    const reason = `downloads an update from elsewhere than this server or ${UPDATE_HOSTS.join(', ')}`;
    return [{ id: group, reason, patterns: 0 }];
  }
  const ofPaths = (id: string) => id.startsWith('path_');
  const ofTexts = (id: string) => id.startsWith('text_');
  const belongs = group === 'path' ? ofPaths : ofTexts;
  return Object.values(LIMITS)
    .filter(({ id }) => belongs(id))
    .map(({ id, reason }) => ({ id, reason, patterns: 0 }));
}
