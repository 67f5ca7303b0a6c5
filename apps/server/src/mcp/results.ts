import { approvalPagePath, approveCommand, type ApprovalView } from '@kenny/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  cleaned,
  cleanedLine,
  dataEnvelope,
  errorEnvelope,
  isPicture,
  NO_PICTURE,
  pictureEnvelope,
  pictureOf,
  type Origin,
  type ToldError,
} from '../model-tools/index.js';

/** A tool's result: cleaned, and marked as data, never instructions. */
export function resultAnswer(
  origin: Origin,
  result: Readonly<Record<string, unknown>>,
): CallToolResult {
  return isPicture(origin.tool)
    ? pictureAnswer(origin, result)
    : structured(dataEnvelope(origin, cleaned(result)));
}

export function errorAnswer(origin: Origin, error: ToldError): CallToolResult {
  return { ...structured(errorEnvelope(origin, error)), isError: true };
}

/** Waiting for approval: what to decide, where, and what to do then. */
export function approvalAnswer(
  { tool }: Pick<Origin, 'tool'>,
  approval: ApprovalView,
  { does, publicUrl }: { does: string; publicUrl: string },
): CallToolResult {
  const { id } = approval;
  const decide = { url: `${publicUrl}${approvalPagePath(id)}`, command: approveCommand(id) };
  const message = approvalWords(approval, does, decide);
  const whole = structured({ source: 'kenny', tool: tool.name, message, decide, approval });
  return { ...whole, isError: true };
}

function approvalWords(
  { id, state, tool, agent_id, approve_by, outcome, look_twice }: ApprovalView,
  does: string,
  decide: { url: string; command: string },
): string {
  switch (state) {
    case 'pending':
      return (
        `Nothing has run. ${tool} on ${agent_id} waits for a person to decide (${id}, until ` +
        `${approve_by}): at ${decide.url} or with "${decide.command}". Tell your user` +
        `${does === '' ? '' : ` what it does, in these words: “${does}”`}; once it is ` +
        'approved it runs by itself, and the same call, repeated, gets its outcome.' +
        look_twice.map(({ line }) => ` Look twice: ${line}.`).join('')
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

function pictureAnswer(origin: Origin, result: Readonly<Record<string, unknown>>): CallToolResult {
  const picture = pictureOf(result);
  if (!picture) return errorAnswer(origin, NO_PICTURE);
  return {
    content: [
      { type: 'image', ...picture },
      { type: 'text', text: JSON.stringify(pictureEnvelope(origin)) },
    ],
  };
}
