import { askOperator, CATALOG, type CatalogTool, type ToolName } from '@kenny/contract';
import type { Principal } from '../context/index.js';
import { toolClassOf } from '../dispatch/index.js';

/** The one tool that answers with a picture instead of an object. */
const PICTURE: ToolName = 'screen_capture';
/** The one tool that changes what a session remembers. */
const SELECT: ToolName = 'select_agent';

export const isPicture = ({ name }: Pick<CatalogTool, 'name'>): boolean => name === PICTURE;
/** No tool of the catalog: the conversation answers it, with the operator's words. */
export const isQuestion = ({ name }: Pick<CatalogTool, 'name'>): boolean =>
  name === askOperator.name;
export const isSelection = ({ name }: Pick<CatalogTool, 'name'>): boolean => name === SELECT;

const CALLABLE = new Map(
  CATALOG.tools.filter(({ hidden }) => !hidden).map((tool) => [tool.name, tool]),
);

/** Undefined for a name that clients are not to know. */
export function callableTool(name: string): CatalogTool | undefined {
  return CALLABLE.get(name);
}

/**
 * Every tool that a model may know, in the catalog's order. Made from definitions alone: nothing
 * that a PC sends ever stands here, so no PC can change what a model is told about a tool.
 */
export function callableTools(): CatalogTool[] {
  return [...CALLABLE.values()];
}

/** Those of them that a principal may use. */
export function toolsOf({ classes }: Pick<Principal, 'classes'>): CatalogTool[] {
  return callableTools().filter((tool) => classes.includes(toolClassOf(tool)));
}

const ASKS = 'Changes the PC: a person has to approve each call.';

/** What a model is told about a tool. */
export function descriptionOf({ description, effect }: CatalogTool): string {
  return effect === 'change' ? `${description} ${ASKS}` : description;
}
