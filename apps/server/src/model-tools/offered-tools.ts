import {
  askOperator,
  readSkill,
  CATALOG,
  toolClassOf,
  type CatalogTool,
  type ToolClass,
  type ToolName,
} from '@kenny/contract';

/** The one tool that answers with a picture instead of an object. */
const PICTURE: ToolName = 'screen_capture';
/** The one tool that sets a session's default PC. */
const SELECT: ToolName = 'select_agent';

export const isPicture = ({ name }: Pick<CatalogTool, 'name'>): boolean => name === PICTURE;
/** Not in the catalog: the conversation passes on the operator's answer. */
export const isQuestion = ({ name }: Pick<CatalogTool, 'name'>): boolean =>
  name === askOperator.name;
/** A person wrote what it answers with, and no PC. */
export const isOperatorsWord = (tool: Pick<CatalogTool, 'name'>): boolean =>
  isQuestion(tool) || isSkill(tool);
/** Not in the catalog: the conversation reads a file of the server's. */
export const isSkill = ({ name }: Pick<CatalogTool, 'name'>): boolean => name === readSkill.name;
export const isSelection = ({ name }: Pick<CatalogTool, 'name'>): boolean => name === SELECT;

const CALLABLE = new Map(
  CATALOG.tools.filter(({ hidden }) => !hidden).map((tool) => [tool.name, tool]),
);

/** Undefined for hidden and unknown tools. */
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

/** Whether calls of the tool may need approval; they take a reason then. */
export const mayWait = (tool: Pick<CatalogTool, 'effect' | 'sensitive'>): boolean =>
  toolClassOf(tool) !== 'read';

const ASKS: Readonly<Record<ToolClass, string>> = {
  read: '',
  sensitive: ' Private data: a person has to approve each call unless your token may read it.',
  change: ' Changes the PC: a person has to approve each call.',
};

/** What a model is told about a tool. */
export function descriptionOf(tool: CatalogTool): string {
  return `${tool.description}${ASKS[toolClassOf(tool)]}`;
}
