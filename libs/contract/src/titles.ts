import { SECTION_TITLES, TOOL_TITLES } from './generated/titles.js';

/** What people call a tool: `Flush the DNS cache`; its name for one that is not known here. */
export function toolTitle(name: string): string {
  return Object.hasOwn(TOOL_TITLES, name) ? (TOOL_TITLES[name] ?? name) : name;
}

/** What people call a section of telemetry: `System updates`; undefined when it is not known here. */
export function sectionTitle(name: string): string | undefined {
  return Object.hasOwn(SECTION_TITLES, name) ? SECTION_TITLES[name] : undefined;
}
