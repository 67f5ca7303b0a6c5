import { AGENT_ID_PATTERN, hintFor, isErrorCode, type CatalogTool } from '@kenny/contract';
import { cleaned, cleanedLine } from './untrusted-text.js';

/** Where an answer comes from: kenny itself, a PC, or the person who is asked. */
export type Source = 'kenny' | 'operator' | `agent:${string}`;

/** What every answer begins with. */
export interface Origin {
  readonly source: Source;
  readonly tool: Pick<CatalogTool, 'name'>;
}

/** An error as a model is told it. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

const AGENT_ID = new RegExp(AGENT_ID_PATTERN);

/** Ids are put into trusted text: only a well-formed one may pass. */
export function isAgentId(id: unknown): id is string {
  return typeof id === 'string' && AGENT_ID.test(id);
}

export function sourceOf(tool: Pick<CatalogTool, 'where'>, agentId: string | undefined): Source {
  return tool.where === 'server' || agentId === undefined ? 'kenny' : `agent:${agentId}`;
}

/** Marks cleaned data of a tool as untrusted: never instructions. */
export function dataEnvelope({ source, tool }: Origin, data: unknown) {
  return { source, tool: tool.name, untrusted: true, data };
}

/** The operator's own answer or note, with its source. */
export function operatorEnvelope(tool: Origin['tool'], data: unknown) {
  return { source: 'operator' satisfies Source, tool: tool.name, data };
}

/** `{code, message, hint}`; the table of errors says what each code lets a model do (D17). */
export function errorEnvelope({ source, tool }: Origin, { code, message, details }: ToldError) {
  const error = {
    code,
    message: cleanedLine(message),
    ...(isErrorCode(code) ? { hint: hintFor('model', code) } : {}),
    ...(details ? { details: cleaned(details) } : {}),
  };
  return { source, tool: tool.name, error };
}

const PNG_BASE64 = /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/;

/** A picture of a PC as the APIs for models take it. */
export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: 'image/png';
}

/** Undefined when what the PC sent is no picture. */
export function pictureOf(result: Readonly<Record<string, unknown>>): Picture | undefined {
  const { image_b64: data } = result;
  if (typeof data !== 'string' || data.length % 4 !== 0 || !PNG_BASE64.test(data)) return undefined;
  return { data, mimeType: 'image/png' };
}

export const NO_PICTURE: ToldError = { code: 'internal', message: 'the PC sent no picture' };

/** Text that accompanies a picture. */
export function pictureEnvelope({ source, tool }: Origin) {
  return { source, tool: tool.name, untrusted: true };
}
