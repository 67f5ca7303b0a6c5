import {
  approvalPagePath,
  approveCommand,
  ERRORS,
  type ApprovalView,
  type CatalogTool,
  type ErrorCode,
} from '@kenny/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPicture } from './offered-tools.js';
import { cleaned, cleanedLine } from './untrusted-text.js';

/** Where an answer comes from: kenny itself, or a PC. */
export type Source = 'kenny' | `agent:${string}`;

/** What every answer begins with. */
export interface Origin {
  readonly source: Source;
  readonly tool: CatalogTool;
}

/** An error as clients of this door see it. */
export interface ToldError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of a tool: data, never instructions; what it holds is cleaned, and says so. */
export function resultAnswer(
  { source, tool }: Origin,
  result: Readonly<Record<string, unknown>>,
): CallToolResult {
  if (isPicture(tool)) return pictureAnswer({ source, tool }, result);
  return structured({ source, tool: tool.name, untrusted: true, data: cleaned(result) });
}

/** `{code, message, hint}`; the table of errors says what each code lets one do (D17). */
export function errorAnswer(
  { source, tool }: Origin,
  { code, message, details }: ToldError,
): CallToolResult {
  const error = {
    code,
    message: cleanedLine(message),
    hint: ERRORS[code].hint,
    ...(details ? { details: cleaned(details) } : {}),
  };
  return { ...structured({ source, tool: tool.name, error }), isError: true };
}

/** The call waits for a person: what to decide, where, and what to do then. */
export function approvalAnswer(
  { tool }: Pick<Origin, 'tool'>,
  approval: ApprovalView,
  publicUrl: string,
): CallToolResult {
  const { id } = approval;
  const decide = { url: `${publicUrl}${approvalPagePath(id)}`, command: approveCommand(id) };
  const message = approvalWords(approval, decide);
  const whole = structured({ source: 'kenny', tool: tool.name, message, decide, approval });
  return { ...whole, isError: true };
}

function approvalWords(
  { id, state, tool, agent_id, approve_by, outcome }: ApprovalView,
  decide: { url: string; command: string },
): string {
  switch (state) {
    case 'pending':
      return (
        `Nothing has run. ${tool} on ${agent_id} waits for a person to decide (${id}, until ` +
        `${approve_by}): at ${decide.url} or with "${decide.command}". Tell your user; once it is ` +
        'approved it runs by itself, and the same call, repeated, gets its outcome.'
      );
    case 'unknown':
      return `It may have run: ${cleanedLine(outcome?.error?.message ?? 'no answer came')}`;
    default:
      return `${tool} on ${agent_id} was approved (${id}) and is ${state}. Repeat the same call later to get its outcome.`;
  }
}

/** The text is the same JSON, for clients that read nothing else. */
function structured(content: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  };
}

const PNG_BASE64 = /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/;

function pictureAnswer(origin: Origin, result: Readonly<Record<string, unknown>>): CallToolResult {
  const { image_b64: data, format } = result;
  if (typeof data !== 'string' || !PNG_BASE64.test(data) || data.length % 4 !== 0) {
    return errorAnswer(origin, { code: 'internal', message: 'the PC sent no picture' });
  }
  const about = { source: origin.source, tool: origin.tool.name, untrusted: true };
  return {
    content: [
      { type: 'image', data, mimeType: `image/${String(format)}` },
      { type: 'text', text: JSON.stringify(about) },
    ],
  };
}
