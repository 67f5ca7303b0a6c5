import {
  CATALOG,
  check,
  describeIssues,
  isToolName,
  mayAskFor,
  toolClassOf,
  type CatalogTool,
  type ToolName,
} from '@kenny/contract';
import { findUnsafe, isObject } from '@kenny/kernel';
import { KennyError, type Principal } from '../kernel/index.js';
import { classToDecide } from '../policy/index.js';

type KnownTool = CatalogTool & { name: ToolName };

const TOOLS = new Map(
  CATALOG.tools.flatMap((tool): [string, KnownTool][] => {
    const { name } = tool;
    return isToolName(name) ? [[name, { ...tool, name }]] : [];
  }),
);

/** Hidden tools included. */
export function knownTool(name: string): KnownTool | undefined {
  return TOOLS.get(name);
}

export function noSuchTool(name: string): KennyError {
  return new KennyError(
    'unknown_tool',
    `there is no tool "${name.slice(0, 64)}"; see /api/catalog`,
  );
}

/** After every check that needs no PC. */
export interface CheckedCall {
  readonly tool: KnownTool;
  /** Validated, with defaults: what is frozen, shown and sent. */
  readonly args: Record<string, unknown>;
}

/**
 * @throws unknown_tool, bad_args (details: issues), forbidden
 */
export function checkCall(principal: Principal, name: string, args: unknown): CheckedCall {
  const tool = TOOLS.get(name);
  if (!tool || (tool.hidden && principal.kind !== 'system')) {
    throw noSuchTool(name);
  }
  if (!mayAskFor(tool, principal.classes)) {
    throw new KennyError(
      'forbidden',
      `this token may not use tools of the class "${toolClassOf(tool)}"; one made with it may`,
    );
  }
  return { tool, args: checkArgs(tool.name, args) };
}

function checkArgs(name: ToolName, args: unknown): Record<string, unknown> {
  if (!isObject(args)) {
    throw new KennyError('bad_args', 'args must be an object');
  }
  const unsafe = findUnsafe(args);
  if (unsafe) throw new KennyError('bad_args', unsafe);
  // Plain JSON by now: several times faster than structuredClone.
  const own = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
  const issues = check(`args:${name}`, own);
  if (issues.length > 0) throw new KennyError('bad_args', describeIssues(issues), { issues });
  return own;
}

/** Deciding takes the class of the tool. @throws KennyError `forbidden` */
export function mustHoldClass({ classes }: Pick<Principal, 'classes'>, name: string): void {
  const toolClass = classToDecide(name);
  if (classes.includes(toolClass)) return;
  throw new KennyError(
    'forbidden',
    `this token cannot decide about ${name}; use one that has the class "${toolClass}"`,
  );
}
