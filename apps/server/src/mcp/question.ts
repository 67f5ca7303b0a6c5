import {
  approvalPagePath,
  requestTitle,
  sameWords,
  type ApprovalView,
  type DeniedBefore,
} from '@kenny/contract';
import { visibleText } from '@kenny/kernel';
import type { ElicitRequestFormParams, ServerContext } from '@modelcontextprotocol/server';

/** Name of the one input request, and of the one field in its form. */
export const QUESTION = 'approve';

/** What a client says its user did with the question. */
export type ClientsAnswer = 'accepted' | 'declined' | 'dismissed';

/**
 * Whether a client that declares these capabilities can show a form; one that names no mode at all
 * can (revision 2025-06-18).
 */
export function canAsk(capabilities: unknown): boolean {
  const elicitation = field(capabilities, 'elicitation');
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return field(elicitation, 'form') !== undefined || field(elicitation, 'url') === undefined;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/**
 * The question as the client's user sees it: written by our code from the stored call, with marks
 * where a text hides something, never in the model's own words (design §5).
 * @param does - what the call does, in a sentence of ours
 */
export function questionAbout(
  approval: ApprovalView,
  does: string,
  publicUrl: string,
): ElicitRequestFormParams {
  const { id, tool, agent_id, risk, args, reason, approve_by, denied_before, look_twice } =
    approval;
  const given = Object.entries(args).map(([name, value]) => `  ${name}: ${shown(value)}`);
  const message = [
    `kenny: run ${tool} on the PC "${agent_id}"? (${risk} risk)`,
    ...(does === '' ? [] : [does]),
    ...look_twice.map(({ line }) => `Look twice: ${line}`),
    ...(given.length > 0 ? given : ['  (no arguments)']),
    ...(denied_before ? [deniedWords(denied_before)] : []),
    ...(reason === null ? [] : [`The model says why: ${visibleText(reason)}`]),
    `${id}, until ${approve_by}. Also at ${publicUrl}${approvalPagePath(id)}`,
  ].join('\n');
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        [QUESTION]: {
          type: 'boolean',
          title: `${requestTitle(approval)} on ${agent_id}`,
          default: false,
        },
      },
      required: [QUESTION],
    },
  };
}

function deniedWords({ at, by, reason, same }: DeniedBefore): string {
  const why = reason === null ? '' : `: ${visibleText(reason)}`;
  return `${sameWords(same)} was denied at ${at} by ${visibleText(by.name)}${why}`;
}

function shown(value: unknown): string {
  return visibleText(typeof value === 'string' ? value : JSON.stringify(value), 'code');
}

/** Accepts only an explicit `true`; an answer without our field is dismissed. */
export function clientsAnswer(answer: unknown): ClientsAnswer {
  const action = field(answer, 'action');
  if (action === 'decline') return 'declined';
  const yes = action === 'accept' ? field(field(answer, 'content'), QUESTION) : undefined;
  if (yes === true) return 'accepted';
  return yes === false ? 'declined' : 'dismissed';
}

/** The answer inside a repeated call (revision 2026-07-28). */
export function answerIn({ mcpReq }: Pick<ServerContext, 'mcpReq'>): ClientsAnswer {
  return clientsAnswer(mcpReq.inputResponses?.[QUESTION]);
}
