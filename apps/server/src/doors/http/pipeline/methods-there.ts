import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';

/** What Express 5 has in its router; its types are still those of the one before. */
interface Layer {
  readonly route?: { readonly stack: readonly { readonly method?: string }[] };
  match(path: string): unknown;
}

/** The methods with which the path of this request is one of ours, by the router's own patterns. */
export function methodsThere(request: IncomingMessage): string[] {
  const { app, path }: Partial<Pick<Request, 'app' | 'path'>> = request as Request;
  if (!app || path === undefined) return [];
  const { stack } = app.router as unknown as { stack: readonly Layer[] };
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = new Set(
    routes.flatMap((route) => route.stack.flatMap(({ method }) => method?.toUpperCase() ?? [])),
  );
  // Express answers the head of whatever can be got.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
