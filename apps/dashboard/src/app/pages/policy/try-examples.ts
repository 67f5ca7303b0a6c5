import type { CatalogToolView, FleetAgent, Os } from '@kenny/contract/web';
import { fieldsOf } from '../../core/forms/field-shape';
import type { FieldValues } from '../../core/forms/field-value';

/** Commands that are never run, as somebody may have heard of them. */
const EXAMPLES = {
  powershell: 'Remove-Item -Recurse -Force C:\\Users',
  posix: 'rm -rf /home',
} as const;
type Shell = keyof typeof EXAMPLES;
const SHELLS = ['powershell', 'posix'] as const;

type Tool = Pick<CatalogToolView, 'guards' | 'args' | 'effect'>;

/** Where a tool takes a whole command for that shell. */
function commandField({ guards, args, effect }: Tool, shell: Shell): string | undefined {
  const read = guards[shell] ?? [];
  const field = fieldsOf(args).find(({ name, kind }) => kind === 'lines' && read.includes(name));
  return effect === 'change' ? field?.name : undefined;
}

/** Whether a tool runs commands as they are written on that system. */
export function runsCommands(tool: Tool, system: Os): boolean {
  return commandField(tool, system === 'windows' ? 'powershell' : 'posix') !== undefined;
}

/** What to fill in to see something blocked; undefined where no whole command is asked for. */
export function exampleFor(tool: Tool): FieldValues | undefined {
  for (const shell of SHELLS) {
    const field = commandField(tool, shell);
    if (field !== undefined) return { [field]: EXAMPLES[shell] };
  }
  return undefined;
}

/** What most PCs run; undefined while none has said it. */
export function mainSystem(pcs: readonly Pick<FleetAgent, 'meta'>[]): Os | undefined {
  const counts = new Map<Os, number>();
  for (const { meta } of pcs) if (meta) counts.set(meta.os, (counts.get(meta.os) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
