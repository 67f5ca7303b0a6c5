import type { FleetAgent, Os } from '@kenny/contract/web';
import type { FieldValues } from '../../core/forms/field-value';

/** A command that is never run, as somebody may have heard of it. */
export interface Example {
  readonly tool: string;
  readonly values: FieldValues;
}

const ON_UNIX: Example = { tool: 'shell_exec', values: { command: 'rm -rf /home' } };

export const EXAMPLES: Readonly<Record<Os, Example>> = {
  windows: {
    tool: 'powershell_exec',
    values: { script: 'Remove-Item -Recurse -Force C:\\Users' },
  },
  linux: ON_UNIX,
  macos: ON_UNIX,
};

/** What most PCs run; undefined while none has said it. */
export function mainSystem(pcs: readonly Pick<FleetAgent, 'meta'>[]): Os | undefined {
  const counts = new Map<Os, number>();
  for (const { meta } of pcs) if (meta) counts.set(meta.os, (counts.get(meta.os) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
