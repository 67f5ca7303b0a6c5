import { CLIENT_HEADER } from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppConfig } from '../../../config/index.js';
import { addressOf, trustedProxies } from '../../../kernel/index.js';
import { answerHeaders } from './answer-headers.js';
import { RequestState, setState } from './request-state.js';

/** First of all: an id for the request, and who is calling from where. */
export type RequestArrival = (request: IncomingMessage, response: ServerResponse) => RequestState;

export function requestArrival({ trustProxy }: Pick<AppConfig, 'trustProxy'>): RequestArrival {
  const trusted = trustedProxies(trustProxy);
  return (request, response) => {
    const { headers } = request;
    // Nothing of ours comes from a cache; who asks for a change gets the whole.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const request_id = randomUUID();
    const state = new RequestState(
      request_id,
      addressOf(request, trusted),
      headers[CLIENT_HEADER.name] === CLIENT_HEADER.cli ? 'cli' : 'http',
      answerHeaders(request_id),
    );
    response.on('close', () => {
      if (!response.writableFinished) state.gone.abort();
    });
    setState(request, state);
    return state;
  };
}
