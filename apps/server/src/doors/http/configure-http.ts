import { findDuplicateKey } from '@kenny/contract';
import type { RawBodyRequest } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { KennyError } from '../../errors/index.js';
import { ApiDocument } from './api-document.js';
import { recogniseRequest } from './request-middleware.js';

const BODY_LIMIT = '1mb';

/** What every answer and every body has to pass before and after the routes. */
export function configureHttp(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(recogniseRequest(app.get<AppConfig>(APP_CONFIG)));
  app.use(securityHeaders());
  app.use(noStore);
  app.use(jsonOnly);
  app.useBodyParser('json', { limit: BODY_LIMIT, strict: true });
  app.use(refuseDuplicateKeys);
  app.get(ApiDocument).describe(app);
}

function securityHeaders() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Set by whoever ends TLS: over plain http on a LAN it would lock people out.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** Health and approvals are never to be served from a cache. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** A form of a foreign page cannot send JSON without asking first. */
function jsonOnly(request: Request, _response: Response, next: NextFunction): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    next(new KennyError('validation', 'Send the body as application/json.'));
  } else {
    next();
  }
}

/** `JSON.parse` keeps the last of two equal keys: then a person could approve what does not run. */
function refuseDuplicateKeys(
  { rawBody }: RawBodyRequest<Request>,
  _response: Response,
  next: NextFunction,
): void {
  const key = rawBody && findDuplicateKey(rawBody.toString('utf8'));
  if (key === undefined) return next();
  const shown = JSON.stringify(key.slice(0, 64));
  next(new KennyError('bad_args', `the key ${shown} stands twice in one object`));
}
