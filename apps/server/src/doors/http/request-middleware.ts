import { CLIENT_HEADER } from '@kenny/contract';
import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { AppConfig } from '../../config/index.js';
import { clientAddress, requestContext, trustedProxies } from '../../context/index.js';
import { setState } from './request-state.js';
import { refuseForeign } from './same-origin.js';

/** First of all: an id for the request, and who is calling from where. */
export function recogniseRequest(config: AppConfig) {
  const trusted = trustedProxies(config.trustProxy);
  return (request: Request, response: Response, next: NextFunction): void => {
    const request_id = randomUUID();
    response.setHeader('X-Request-Id', request_id);
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    setState(request, {
      request_id,
      address: clientAddress(request.socket.remoteAddress, request.get('x-forwarded-for'), trusted),
      door: request.get(CLIENT_HEADER.name) === CLIENT_HEADER.cli ? 'cli' : 'http',
      signal: gone.signal,
    });
    requestContext.run({ request_id }, next);
  };
}

/** Keeps foreign pages out, whatever route they ask for. */
export function sameOriginOnly(config: AppConfig) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    refuseForeign(request, config);
    next();
  };
}
