import {
  OS_TITLES,
  TOOL_TOPIC_TITLES,
  TOOL_TOPICS,
  type CatalogTool,
  type FleetAgent,
  type SectionHealth,
} from '@kenny/contract/web';
import { worstSectionFirst, type Remedy } from '@kenny/health/web';
import { firstFew, visibleText } from '@kenny/kernel';
import type { OfferedCall } from '../../../core/approvals/sheet-opener';
import { fieldsOf } from '../../../core/forms/field-shape';
import { sectionsInNeed } from '../../../core/health/health-words';
import { easiestFirst, isForPcs, obstacle } from './tool-words';

/** One thing that can be done on a PC: a fix of kenny's own, or a tool. */
export interface Doable {
  /** `fix:Restart in one minute`, `tool:fs_list`. */
  readonly id: string;
  readonly title: string;
  /** What it does; of a fix, when it is taken. */
  readonly words: string;
  readonly group: string;
  /** Whether it stands among the fixes, as a button. */
  readonly isFix: boolean;
  /** Of a fix for each system that has it. */
  readonly remedies: readonly Remedy[];
  readonly tool: CatalogTool | undefined;
  /** Why it does not fit this PC, or which of them it does not fit; null where it does. */
  readonly unfit: string | null;
}

export interface WhatThereIs {
  readonly tools: readonly CatalogTool[];
  /** None for somebody who may not ask. */
  readonly remedies: readonly Remedy[];
}

export const HELPS_NOW = 'For what needs attention';
const FIXES = 'Fixes';
const OTHER_FIXES = 'Other fixes';
const OWN_SCRIPT = 'Your own script';
/** PCs that something does not fit, named beside it. */
const NAMED = 5;

/**
 * Everything that can be done on this PC, or on all of these, in the one order of every list: what
 * helps with what is wrong now, other fixes, tools by topic, scripts of one's own.
 * @param helping titles of the fixes that help now, the most urgent first
 */
export function doables(
  { tools, remedies }: WhatThereIs,
  pcs: readonly FleetAgent[],
  helping: readonly string[] = [],
): Doable[] {
  const fixes = fixesOf(remedies, tools, pcs, helping);
  const others = easiestFirst(tools.filter((tool) => isForPcs(tool) && !isByFix(tool, remedies)));
  const helps = fixes.some(({ group, unfit }) => group === HELPS_NOW && unfit === null);
  const all = [...fixes, ...others.map((tool) => doableOf(tool, pcs))];
  const placed = all.map((one) =>
    one.group === FIXES && helps ? { ...one, group: OTHER_FIXES } : one,
  );
  return placed.sort((a, b) => placeOf(a.group) - placeOf(b.group));
}

/** Titles of the fixes of the checks that need attention on these PCs, the most urgent first. */
export function fixesHelping(
  pcs: readonly Pick<FleetAgent, 'meta' | 'sections'>[],
  remediesOf: (section: SectionHealth) => readonly Remedy[],
): string[] {
  const found = pcs.flatMap(({ meta, sections }) =>
    sectionsInNeed({ sections }).map((section) => ({
      section,
      titles: remediesOf(section)
        .filter(({ os }) => os === meta?.os)
        .map(({ title }) => title),
    })),
  );
  found.sort((a, b) => worstSectionFirst(a.section, b.section));
  return [...new Set(found.flatMap(({ titles }) => titles))];
}

/** The call of that fix there. */
export function remedyOn(
  { remedies }: Pick<Doable, 'remedies'>,
  { meta }: Pick<FleetAgent, 'meta'>,
): Remedy | undefined {
  return remedies.find(({ os }) => os === meta?.os);
}

/** Whether nothing is to be filled in or chosen first: one press leads to its sheet. */
export function isWhole({ remedies, tool }: Pick<Doable, 'remedies' | 'tool'>): boolean {
  if (remedies.length > 0) return remedies.every(({ choose }) => !choose);
  return tool !== undefined && fieldsOf(tool.args).length === 0;
}

/** Whether its system has it; of one that was never seen nobody can say of a tool. */
export function fits({ remedies, tool }: Doable, { meta }: FleetAgent): boolean {
  if (remedies.length > 0) return remedies.some(({ os }) => os === meta?.os);
  return !meta || tool?.os.includes(meta.os) === true;
}

/** Why it cannot be done on that PC just now; null when it can. */
export function hindrance({ remedies, tool }: Doable, pc: FleetAgent): string | null {
  const os = remedies.length > 0 ? remedies.map((one) => one.os) : (tool?.os ?? []);
  return obstacle({ os: [...new Set(os)], effect: tool?.effect ?? 'change' }, pc);
}

/** The request for that PC, of what is whole. */
export function callOn(one: Doable, pc: FleetAgent): OfferedCall | undefined {
  const { agent_id } = pc;
  const remedy = remedyOn(one, pc);
  if (remedy) {
    return { tool: remedy.tool, agent_id, args: remedy.args, reason: remedy.title };
  }
  return one.tool && one.remedies.length === 0
    ? { tool: one.tool.name, agent_id, args: {} }
    : undefined;
}

/** The tool whose form is that of the fix, where its call is not a script. */
export function formOf({ remedies, tool }: Pick<Doable, 'remedies' | 'tool'>) {
  return remedies.every(isTool) ? tool : undefined;
}

function fixesOf(
  remedies: readonly Remedy[],
  tools: readonly CatalogTool[],
  pcs: readonly FleetAgent[],
  helping: readonly string[],
): Doable[] {
  const titles = [...new Set(remedies.map(({ title }) => title))];
  const place = (title: string) =>
    helping.includes(title) ? helping.indexOf(title) : helping.length;
  return titles
    .sort((a, b) => place(a) - place(b))
    .map((title) => {
      const own = remedies.filter((one) => one.title === title);
      const os = [...new Set(own.map((one) => one.os))];
      const when = own[0]?.when ?? '';
      const unfit = unfitFor({ os, effect: 'change' }, pcs);
      // What helps on one of several is not kept from it by the others.
      const helps = helping.includes(title);
      const isOffered = helps && pcs.length > 1;
      return {
        ...{ id: `fix:${title}`, title, isFix: true, remedies: own },
        words: isOffered && unfit !== null ? `${when} ${unfit}` : when,
        tool: tools.find(({ name }) => name === own[0]?.tool),
        group: helps ? HELPS_NOW : FIXES,
        unfit: isOffered ? null : unfit,
      };
    });
}

function doableOf(tool: CatalogTool, pcs: readonly FleetAgent[]): Doable {
  const isFix = tool.topic === 'fix';
  const isScript = fieldsOf(tool.args).some(({ kind }) => kind === 'lines');
  return {
    ...{ id: `tool:${tool.name}`, title: tool.title, words: tool.description, remedies: [] },
    ...{ tool, isFix, unfit: unfitFor(tool, pcs) },
    group: isFix ? FIXES : isScript ? OWN_SCRIPT : TOOL_TOPIC_TITLES[tool.topic ?? 'expert'],
  };
}

/** It calls that tool as it is, not a script through it. */
const isTool = ({ choose, single }: Remedy): boolean => Boolean(choose ?? single);

function isByFix({ name }: CatalogTool, remedies: readonly Remedy[]): boolean {
  return remedies.some((one) => one.tool === name && isTool(one));
}

const GROUPS: readonly string[] = [
  ...[HELPS_NOW, FIXES, OTHER_FIXES],
  ...TOOL_TOPICS.map((topic) => TOOL_TOPIC_TITLES[topic]),
  OWN_SCRIPT,
];

function placeOf(group: string): number {
  return GROUPS.indexOf(group);
}

/** A PC that is away is not unfit: the page says that once. */
function unfitFor(
  what: Pick<CatalogTool, 'os' | 'effect'>,
  pcs: readonly FleetAgent[],
): string | null {
  const unfit = pcs.flatMap((pc) => {
    const words = pc.meta ? obstacle(what, { ...pc, online: true }) : null;
    return words === null ? [] : [{ pc, words }];
  });
  const [first] = unfit;
  if (!first) return null;
  if (pcs.length === 1) return first.words;
  return `Not on ${firstFew(
    unfit.map(({ pc }) => named(pc)),
    NAMED,
  )}.`;
}

function named({ name, meta }: FleetAgent): string {
  return meta ? `${visibleText(name)} (${OS_TITLES[meta.os]})` : visibleText(name);
}
