import { sectionTitle, type FleetAgent, type SectionHealth } from '@kenny/contract/client';
import { pick, type Candidate } from './pick.js';

/** What people call a check. */
export const checkTitle = (name: string): string => sectionTitle(name) ?? name;

/** A check of a PC by its ID, its title, or the beginning of its ID. @throws CliError */
export function findCheck({ agent_id, sections }: FleetAgent, given: string): SectionHealth {
  return checkAmong(sections, given, `kenny agent show ${agent_id}`);
}

/** As `findCheck`. @param list - the command that shows them all */
export function checkAmong<T extends { readonly name: string }>(
  checks: readonly T[],
  given: string,
  list: string,
): T {
  const kind = { one: 'check', many: 'checks', missing: 'not_found', list } as const;
  return pick(kind, given, checks.map(candidate)).check;
}

function candidate<T extends { readonly name: string }>(check: T): Candidate & { check: T } {
  const title = checkTitle(check.name);
  return { id: check.name, name: title, about: title, check };
}
