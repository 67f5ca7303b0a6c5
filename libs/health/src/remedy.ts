import { CATALOG, type AgentToolName, type Effects, type Os } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import type { Threshold } from './threshold.js';

/** What people call a fix, and when they take it: a sentence or two. */
export interface Help {
  readonly title: string;
  readonly when: string;
}

/**
 * What usually helps: a call of the catalog with fixed arguments, which a person still approves.
 * Written here by people, never by a model.
 */
export interface Remedy extends Help {
  readonly os: Os;
  readonly tool: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** What is known of it, for whoever approves it. */
  readonly effects: Effects;
  /** Offered when a limit of this field says what is wrong. */
  readonly field: string;
  /** A read that says what there is; a person chooses of it, for this argument. */
  readonly choose?: { readonly read: string; readonly argument: string };
  /** The argument that names one of what the check lists, for that one alone. */
  readonly single?: string;
}

interface Knowledge extends Effects {
  readonly timeout_s?: number;
}
type Remedial = (help: Help, script: string, against: Threshold, known?: Knowledge) => Remedy;

export const powershell = scripted('windows', 'powershell');
export const shell = scripted('linux', 'shell');

export const RESTART_PC: Help = {
  title: 'Restart in one minute',
  when: 'After updates, or when the PC has become slow. Tell whoever sits there to save first.',
};

/** On each system that has the tool: a person sees what there is, and chooses. */
export function chosenFrom(
  help: Help,
  { read, tool, argument }: { read: AgentToolName; tool: AgentToolName; argument: string },
  { field }: Threshold,
): Remedy[] {
  const systems = CATALOG.tools.find(({ name }) => name === tool)?.os ?? [];
  const effects = { deletes: 'what is chosen, for good' };
  return systems.map((os) => {
    return { ...help, os, tool, args: {}, effects, field, choose: { read, argument } };
  });
}

/** By a tool of the catalog for just that; one of what there is by the same tool. */
export function throughTool(
  help: Help,
  { tool, single }: { tool: AgentToolName; single: string },
  { field }: Threshold,
  effects: Effects,
): Remedy[] {
  const systems = CATALOG.tools.find(({ name }) => name === tool)?.os ?? [];
  return systems.map((os) => ({ ...help, os, tool, args: {}, effects, field, single }));
}

/** By the tool of that system whose argument is such a script. */
function scripted(os: Os, editor: string): Remedial {
  const [found] = CATALOG.tools
    .filter((tool) => tool.where === 'agent' && tool.os.includes(os))
    .flatMap(({ name: tool, args }) => {
      const fields = Object.entries(isObject(args['properties']) ? args['properties'] : {});
      const field = fields.find(([, hints]) => isObject(hints) && hints['x-editor'] === editor);
      return field ? [{ tool, argument: field[0], defaults: defaultsOf(fields) }] : [];
    });
  if (!found) throw new Error(`no tool runs a ${editor} script`);
  const { tool, argument, defaults } = found;
  return (help, script, { field }, { timeout_s, ...effects } = {}) => {
    const args = {
      ...{ ...defaults, [argument]: script },
      ...(timeout_s === undefined ? {} : { timeout_s }),
    };
    return { ...help, os, tool, args, effects, field };
  };
}

/** A request has them filled in before it is frozen: so it is known again for the fix that it is. */
function defaultsOf(fields: readonly [string, unknown][]): Record<string, string | number> {
  return Object.fromEntries(
    fields.flatMap(([name, hints]) => {
      const value = isObject(hints) ? hints['default'] : undefined;
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}
