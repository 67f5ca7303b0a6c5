import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { requestContext } from '../../kernel/index.js';
import { DashboardDoor } from '../dashboard/index.js';
import { CallRoute } from './call-route.js';
import { onlyThroughProxy } from './pipeline/only-through-proxy.js';
import { guardRawRequests } from './pipeline/raw-requests.js';
import { RequestPipeline } from './pipeline/request-pipeline.js';
import { sendJson } from './pipeline/send-json.js';
import { endUnusedAtClose } from './pipeline/unused-connections.js';

/** Wires everything around the routes. */
export function configureHttp(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(beforeRoutes(app.get(RequestPipeline), app.get(DashboardDoor)));
  const server = app.getHttpServer();
  new CallRoute(app).takeFrom(server);
  guardRawRequests(server);
  endUnusedAtClose(server);
  onlyThroughProxy(server, app.get<AppConfig>(APP_CONFIG));
}

/** A single middleware, because each one costs every request. */
function beforeRoutes(pipeline: RequestPipeline, dashboard: DashboardDoor) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const state = pipeline.receive(request, response);
    const { headers, request_id } = state;
    for (let i = 0; i < headers.length; i += 2) {
      response.setHeader(headers[i] ?? '', headers[i + 1] ?? '');
    }
    state.headers = [];
    if (dashboard.answer(request, response)) return;
    // Streams and pages do not go through response.json.
    response.json = (body: unknown): Response => {
      sendJson(request, response, body);
      return response;
    };
    requestContext.run({ request_id }, () => {
      pipeline.enter(request);
      next();
    });
  };
}
