import type { ChatModel, RpcModel } from '@kenny/contract';
import { invalidParams } from '../rpc-error.js';

export const PROVIDER = 'Anthropic';

/** @param effort - how hard it is to think, where it can be told */
export function modelView(
  { id, name, context_window: contextWindow, reasoning }: ChatModel,
  { effort, current }: { effort: string | null; current: boolean },
): RpcModel {
  return {
    ...{ provider: PROVIDER, id, name, reasoning, contextWindow: contextWindow || null },
    ...{ reasoningEffort: reasoning ? effort : null, current, model: id },
  };
}

/**
 * The id in `model-id` or `Provider/model-id`; it may have slashes of its own.
 * @throws RpcError `invalid_params` for a provider that is not ours
 */
export function modelIn(text: string, provider?: string | null): string {
  if (typeof provider === 'string' && !isOurs(provider)) throw noProvider(provider);
  const [first = '', ...rest] = text.split('/');
  if (rest.length > 0 && isOurs(first)) return rest.join('/');
  if (rest.length > 0 && typeof provider !== 'string') throw noProvider(first);
  return text;
}

const isOurs = (provider: string): boolean => provider.toLowerCase() === PROVIDER.toLowerCase();
const noProvider = (name: string) =>
  invalidParams(`Unsupported provider: ${name}; this server has ${PROVIDER}`);
