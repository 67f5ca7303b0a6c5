import {
  CATALOG,
  check,
  describeIssues,
  findUnsafe,
  isToolName,
  type CatalogTool,
  type ToolName,
} from '@kenny/contract';
import type { Principal, ToolClass } from '../context/index.js';
import { KennyError } from '../errors/index.js';

/** A tool of the catalog, whose name is known to be one. */
type KnownTool = CatalogTool & { name: ToolName };

const TOOLS = new Map(
  CATALOG.tools.flatMap((tool): [string, KnownTool][] => {
    const { name } = tool;
    return isToolName(name) ? [[name, { ...tool, name }]] : [];
  }),
);

/** A tool's definition and arguments after every check that needs no PC. */
export interface CheckedCall {
  readonly tool: KnownTool;
  /** Validated, with defaults filled in: what is frozen, shown and sent. */
  readonly args: Record<string, unknown>;
}

/**
 * Known tool, valid arguments, a class the principal holds.
 * @throws unknown_tool, bad_args (details: issues), forbidden
 */
export function checkCall(principal: Principal, name: string, args: unknown): CheckedCall {
  const tool = TOOLS.get(name);
  if (!tool || (tool.hidden && principal.kind !== 'system')) {
    throw new KennyError(
      'unknown_tool',
      `there is no tool "${name.slice(0, 64)}"; see /api/catalog`,
    );
  }
  const toolClass = toolClassOf(tool);
  if (!principal.classes.includes(toolClass)) {
    throw new KennyError('forbidden', `this token may not use tools of the class "${toolClass}"`);
  }
  return { tool, args: checkArgs(tool.name, args) };
}

function checkArgs(name: ToolName, args: unknown): Record<string, unknown> {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new KennyError('bad_args', 'args must be an object');
  }
  const unsafe = findUnsafe(args);
  if (unsafe) throw new KennyError('bad_args', unsafe);
  // Plain JSON by now; structuredClone takes several times as long for a few fields.
  const own = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
  const issues = check(`args:${name}`, own);
  if (issues.length > 0) throw new KennyError('bad_args', describeIssues(issues), { issues });
  return own;
}

/** What a principal must hold to call it. */
export function toolClassOf(tool: Pick<CatalogTool, 'effect' | 'sensitive'>): ToolClass {
  if (tool.effect === 'change') return 'change';
  return tool.sensitive ? 'sensitive' : 'read';
}
