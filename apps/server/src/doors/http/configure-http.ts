import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { ApiDocument } from './api-document.js';
import { compressJson } from './compress-json.js';
import { guardRawRequests } from './raw-requests.js';
import { recogniseRequest, sameOriginOnly } from './request-middleware.js';

/** What every request passes before the routes, and every answer behind them. */
export function configureHttp(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  const config = app.get<AppConfig>(APP_CONFIG);
  app.use(recogniseRequest(config));
  app.use(securityHeaders());
  app.use(noStore);
  app.use(compressJson);
  app.use(sameOriginOnly(config));
  guardRawRequests(app.getHttpServer());
  app.get(ApiDocument).describe(app);
}

/** They are the same for every answer, so helmet's dozen of layers is asked once, at the start. */
function securityHeaders() {
  const example = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(HELMET)(example.req, example, (fault) => {
    if (fault !== undefined) throw new Error('helmet refuses its options', { cause: fault });
  });
  const headers = new Map(
    Object.entries(example.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeaders(headers);
    next();
  };
}

const HELMET: HelmetOptions = {
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
  xFrameOptions: { action: 'deny' },
};

/** Health and approvals are never to be served from a cache; who asks for a change gets the whole. */
function noStore({ headers }: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  next();
}
