import {
  AddressRefused,
  exchange,
  pinned,
  type HttpAnswer,
  type AnyHttpMessage,
  type Resolve,
} from '../../outbound/index.js';
import { answerLine, TRY_MS, type Outcome } from './message.js';

export interface HttpPlace {
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  readonly signal?: AbortSignal;
}

const LIMITS = { timeoutMs: TRY_MS, answerBytes: 4_096 };
/** They may be other tomorrow: a token that is wrong, a topic that is not there yet, too much. */
const MAY_CHANGE = new Set([401, 403, 404, 408, 409, 423, 425, 429]);

/** One request to one pinned address. Redirects are not followed. */
export async function sendHttp(message: AnyHttpMessage, place: HttpPlace): Promise<Outcome> {
  try {
    const url = new URL(message.url);
    const { address, isNamed } = await pinned(url.hostname, place.allowed, place.resolve);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNamed)) {
      throw new AddressRefused('Only https, or http to an address that is named with the channel.');
    }
    return outcomeOf(await exchange(url, address, message, { ...LIMITS, signal: place.signal }));
  } catch (error) {
    const answer = answerLine(error instanceof Error ? error.message : String(error));
    return { result: 'failed', answer };
  }
}

function outcomeOf({ status, text }: HttpAnswer): Outcome {
  const answer = answerLine(`${status} ${text}`);
  if (status >= 200 && status < 300) return { result: 'sent', answer, status };
  if (status >= 300 && status < 400) {
    return {
      result: 'failed',
      answer: `${status}: it wants to send us elsewhere; not followed`,
      status,
    };
  }
  const final = status >= 400 && status < 500 && !MAY_CHANGE.has(status);
  return { result: final ? 'refused' : 'failed', answer, status };
}
