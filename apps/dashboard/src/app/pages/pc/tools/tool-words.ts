import {
  NOT_CONNECTED_YET,
  OS_TITLES,
  RISK_WORDS,
  type CatalogTool,
  type DiagEventlogResult,
  type DiagProcessesResult,
  type FleetAgent,
  type FsFolderSizesResult,
  type RemotehelpStartResult,
  type ScreenCaptureResult,
} from '@kenny/contract/web';
import { meaningOf } from '../../../core/approvals/call-words';
import { fieldsOf } from '../../../core/forms/field-shape';

/** What a tool does to a PC, in words of the catalog. */
export function riskOf(tool: CatalogTool, asks: boolean): string {
  const private_ = tool.sensitive ? ['shows people’s files, logs or screen'] : [];
  if (tool.effect === 'read') {
    const when = asks ? 'Read only; needs approval' : 'Read only; runs at once';
    return [when, ...private_].join(' · ');
  }
  const risk = tool.risk === 'none' ? [] : [RISK_WORDS[tool.risk]];
  return [...risk, ...meaningOf(tool), 'needs approval', ...private_].join(' · ');
}

/** What stands beside the name of a tool that waits for approval, or reads what is private. */
export function markOf(
  { effect, risk, sensitive }: CatalogTool,
  asks: boolean,
): string | undefined {
  if (!asks) return sensitive ? 'Private' : undefined;
  return effect === 'change' && risk !== 'none' ? RISK_WORDS[risk] : 'Needs approval';
}

const RISKS: readonly CatalogTool['risk'][] = ['none', 'low', 'medium', 'high'];

/**
 * Reads before changes. Among them what asks for nothing and shows nobody's own things comes first;
 * what may do the most harm comes last, after it scripts of one's own.
 */
export function easiestFirst(tools: readonly CatalogTool[]): CatalogTool[] {
  const effort = ({ effect, sensitive, risk, args }: CatalogTool): number => {
    const fields = fieldsOf(args);
    const script = fields.some(({ kind }) => kind === 'lines');
    if (effect === 'change') return 10 + RISKS.indexOf(risk) + (script ? RISKS.length : 0);
    return (sensitive ? 2 : 0) + (fields.some(({ required }) => required) ? 1 : 0);
  };
  return [...tools].sort((a, b) => effort(a) - effort(b));
}

/** Whether each word that is looked for stands in one of these texts. */
export function isFound(wanted: string, ...texts: readonly string[]): boolean {
  const said = texts.join('\n').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

export const MAY_ONLY_VIEW =
  'You can view, but not run tools. Ask an admin for a token with the operator scope.';

/** Tools that act on a PC and that its system knows. */
export function toolsFor(tools: readonly CatalogTool[], pc: FleetAgent): CatalogTool[] {
  return tools.filter((tool) => isForPcs(tool) && isFor(tool, pc));
}

/** Not one of the server itself. */
export function isForPcs({ where, hidden }: Pick<CatalogTool, 'where' | 'hidden'>): boolean {
  return where === 'agent' && !hidden;
}

/** Whether its system knows the tool; of one that was never seen nobody can say. */
export function isFor({ os }: Pick<CatalogTool, 'os'>, { meta }: FleetAgent): boolean {
  return !meta || os.includes(meta.os);
}

const PICTURE: keyof ScreenCaptureResult = 'image_b64';
const PROCESSES: keyof DiagProcessesResult = 'processes';
const EVENTS: keyof DiagEventlogResult = 'events';
const FOLDERS: keyof FsFolderSizesResult = 'files_bytes';
const HELP: keyof RemotehelpStartResult = 'launched';

/** The tool that takes a picture of this PC's screen, where there is one. */
export function pictureToolFor(tools: readonly CatalogTool[], pc: FleetAgent): string | undefined {
  return answering(tools, pc, PICTURE)?.name;
}

/** The one that tells what runs on it. */
export function processToolFor(
  tools: readonly CatalogTool[],
  pc: FleetAgent,
): CatalogTool | undefined {
  return answering(tools, pc, PROCESSES);
}

/** The one that reads what its system itself has logged. */
export function systemLogToolFor(
  tools: readonly CatalogTool[],
  pc: FleetAgent,
): CatalogTool | undefined {
  return answering(tools, pc, EVENTS);
}

/** The one that adds up what lies in each folder. */
export function folderToolFor(
  tools: readonly CatalogTool[],
  pc: FleetAgent,
): CatalogTool | undefined {
  return answering(tools, pc, FOLDERS);
}

/** The one that opens its system's own remote help there. */
export function helpToolFor(
  tools: readonly CatalogTool[],
  pc: FleetAgent,
): CatalogTool | undefined {
  return answering(tools, pc, HELP);
}

function answering(tools: readonly CatalogTool[], pc: FleetAgent, field: string) {
  return toolsFor(tools, pc).find(
    ({ result: { properties } }) =>
      typeof properties === 'object' && properties !== null && field in properties,
  );
}

/** Why the tool cannot run on this PC just now; null when it can. */
export function obstacle(
  tool: Pick<CatalogTool, 'os' | 'effect'>,
  { meta, online }: Pick<FleetAgent, 'meta' | 'online'>,
): string | null {
  if (!meta) return `This PC is ${NOT_CONNECTED_YET.toLowerCase()}: nothing can be sent to it.`;
  if (!tool.os.includes(meta.os)) {
    return `Only for ${tool.os.map((os) => OS_TITLES[os]).join(', ')}; this PC has ${OS_TITLES[meta.os]}.`;
  }
  if (!online) return 'This PC is offline: nothing can be sent until it is back.';
  if (tool.effect === 'change' && meta.remote_control === false) {
    return 'The person at the PC has switched remote control off: nothing may be changed there.';
  }
  return null;
}
