import type {
  AppUpdatesPayload,
  CatalogTool,
  FleetAgent,
  UpdatablePackage,
} from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { isObject } from '@kenny/kernel';

/** The field of a section, and of a tool's result, that lists them. */
export const PROGRAMS: keyof AppUpdatesPayload = 'packages';
/** What a section says of them, where they are listed one by one. */
export const PROGRAM_FIELDS: readonly (keyof AppUpdatesPayload)[] = [PROGRAMS, 'available'];

/** A program for which the PC knows a newer version. */
export interface ProgramUpdate {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly available: string;
  /** Whether it can be updated by itself. */
  readonly single: boolean;
}

/** What a person types there, where kenny has no tool for it. */
export const LINUX_COMMANDS = [
  { command: 'sudo apt upgrade', systems: 'Debian, Ubuntu, Mint' },
  { command: 'sudo dnf upgrade', systems: 'Fedora' },
  { command: 'sudo pacman -Syu', systems: 'Arch' },
] as const;

/** How one program alone is updated there: a remedy of its system with the tool for that. */
export interface SingleUpdate {
  readonly tool: string;
  /** The argument that names the program. */
  readonly argument: string;
  readonly takes: RegExp | undefined;
}

/** Undefined where its system has no tool for one program. */
export function singleUpdate(
  remedies: readonly Remedy[],
  tools: readonly CatalogTool[],
  { meta }: FleetAgent,
): SingleUpdate | undefined {
  const remedy = remedies.find(({ os, single }) => os === meta?.os && single !== undefined);
  const tool = tools.find(({ name }) => name === remedy?.tool);
  if (!remedy?.single || !tool) return undefined;
  return { tool: tool.name, argument: remedy.single, takes: patternOf(tool, remedy.single) };
}

/** Those with a newer version, of whatever a PC sent. @param update - how one alone is updated there */
export function updatesIn(packages: unknown, update?: SingleUpdate): ProgramUpdate[] {
  if (!Array.isArray(packages)) return [];
  const seen = new Set<string>();
  return packages.filter(isObject).flatMap((one): ProgramUpdate[] => {
    const { id, name, version, available }: { [K in keyof UpdatablePackage]?: unknown } = one;
    if (typeof id !== 'string' || id === '' || seen.has(id) || !isText(available)) return [];
    seen.add(id);
    return [
      {
        ...{ id, available, name: isText(name) ? name : id },
        ...{ version: isText(version) ? version : '', single: update?.takes?.test(id) ?? false },
      },
    ];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** What the argument may be: winget cuts long ids off where it lists them. */
function patternOf({ args }: CatalogTool, argument: string): RegExp | undefined {
  const fields = args['properties'];
  const field = isObject(fields) ? fields[argument] : undefined;
  const pattern = isObject(field) ? field['pattern'] : undefined;
  return typeof pattern === 'string' ? new RegExp(pattern) : undefined;
}
