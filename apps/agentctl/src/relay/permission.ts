import { AGENTCTL_LIMITS, type AgentctlPermission } from '@kenny/contract/agentctl';
import { isObject } from '@kenny/kernel';

export const REQUEST_PERMISSION = 'session/request_permission';

type Option = AgentctlPermission['options'][number];
export type AskedPermission = Pick<
  AgentctlPermission,
  'session_id' | 'tool_call_id' | 'title' | 'options'
>;

const { permissionOptions, textLength, idLength } = AGENTCTL_LIMITS;

/** What the agent asks for; undefined when nobody could answer it. */
export function permissionOf(params: unknown): AskedPermission | undefined {
  if (!isObject(params) || !Array.isArray(params['options'])) return undefined;
  const asked: unknown[] = params['options'];
  const options = asked.map(optionOf).filter((option) => option !== undefined);
  const ids = new Set(options.map(({ option_id }) => option_id));
  if (options.length === 0 || options.length < asked.length) return undefined;
  if (options.length > permissionOptions || ids.size < options.length) return undefined;
  const toolCall = isObject(params['toolCall']) ? params['toolCall'] : {};
  return {
    session_id: shown(params['sessionId']),
    tool_call_id: shown(toolCall['toolCallId']),
    title: shown(toolCall['title'] ?? params['title']),
    options,
  };
}

function optionOf(option: unknown): Option | undefined {
  if (!isObject(option)) return undefined;
  const { optionId } = option;
  // It goes back to the agent as it came.
  if (typeof optionId !== 'string' || optionId.length > idLength) return undefined;
  return { option_id: optionId, name: shown(option['name']), kind: shown(option['kind']) };
}

const shown = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, textLength).toWellFormed() : '';

export type Outcome = { option_id: string } | { cancelled: true };

/** The result that answers the agent's request. */
export function outcomeResult(outcome: Outcome): unknown {
  if ('cancelled' in outcome) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: outcome.option_id } };
}

/** What a response says that somebody wrote by hand; anything else than a choice is a refusal. */
export function outcomeOf(result: unknown): Outcome {
  const outcome = isObject(result) ? result['outcome'] : undefined;
  if (!isObject(outcome) || outcome['outcome'] !== 'selected') return { cancelled: true };
  const { optionId } = outcome;
  return typeof optionId === 'string' ? { option_id: optionId } : { cancelled: true };
}
