import { agentSnapshot, toolClassOf } from '@kenny/contract';
import { callableTool, isAgentId } from '../model-tools/index.js';
import { SHORTEST } from './common-texts.js';

/** What one tool told a model: every text of it, and which of them are names. */
export interface Heard {
  readonly tool: string;
  /** The PC that it came from; `kenny` for what the server keeps. */
  readonly agent_id: string;
  /** Joined by `BETWEEN`: one text takes far less room than thousands. */
  readonly texts: string;
  /** Whole values that name something, each from `SHORTEST_NAME` to below `SHORTEST` characters. */
  readonly names: string;
}

/** Separator that occurs in no argument the guard allows. */
export const BETWEEN = '\0';
/** Shorter names are too often words of the commands themselves: bash, sshd, home. */
export const SHORTEST_NAME = 6;

/** Fields of results that name files, programs, services, packages and devices. */
const NAMING: ReadonlySet<string> = new Set([
  ...['name', 'display', 'title', 'label', 'id', 'ssid', 'command', 'path'],
]);

/** @param told as the model was told it: cleaned, and cut to what it got */
export function heardFrom(tool: string, agent_id: unknown, told: unknown): Heard {
  const [texts, names]: [string[], Set<string>] = [[], new Set()];
  const naming = tellsNames(tool);
  const walk = (node: unknown, key?: string): void => {
    if (typeof node === 'string') {
      texts.push(node);
      if (naming && isName(node, key)) names.add(node);
    } else if (Array.isArray(node)) {
      for (const item of node) walk(item, key);
    } else if (typeof node === 'object' && node !== null) {
      for (const [field, inner] of Object.entries(node)) walk(inner, field);
    }
  };
  walk(told);
  return {
    ...{ tool, agent_id: isAgentId(agent_id) ? agent_id : 'kenny' },
    ...{ texts: texts.join(BETWEEN), names: [...names].join(BETWEEN) },
  };
}

/** Sensitive reads are named as a whole, and what the server says by itself are its own words. */
function tellsNames(name: string): boolean {
  const tool = callableTool(name);
  if (!tool || toolClassOf(tool) !== 'read') return false;
  return tool.where === 'agent' || name === agentSnapshot.name;
}

function isName(text: string, key: string | undefined): boolean {
  const fits = text.length >= SHORTEST_NAME && text.length < SHORTEST;
  return fits && key !== undefined && NAMING.has(key);
}
