import { sectionTitle, type FleetAgent, type SectionHealth } from '@kenny/contract/client';
import { pick, type Candidate } from './pick.js';

/** What people call a check. */
export const checkTitle = (name: string): string => sectionTitle(name) ?? name;

/** A check of a PC by its ID, its title, or the beginning of its ID. @throws CliError */
export function findCheck({ agent_id, sections }: FleetAgent, given: string): SectionHealth {
  const kind = {
    ...{ one: 'check', many: 'checks', missing: 'not_found' as const },
    list: `kenny agent show ${agent_id}`,
  };
  return pick(
    kind,
    given,
    sections.map((section) => ({ ...section, ...candidate(section) })),
  ).section;
}

function candidate(section: SectionHealth): Candidate & { section: SectionHealth } {
  const title = checkTitle(section.name);
  return { id: section.name, name: title, about: title, section };
}
