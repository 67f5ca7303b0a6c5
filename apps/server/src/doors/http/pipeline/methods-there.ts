import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';

/** Express 5's router layer; the published types still describe Express 4. */
interface Layer {
  readonly route?: { readonly stack: readonly { readonly method?: string }[] };
  match(path: string): unknown;
}

/** The methods that some route accepts at this path, by the router's own patterns. */
export function methodsThere(request: IncomingMessage): string[] {
  const { app, path }: Partial<Pick<Request, 'app' | 'path'>> = request as Request;
  if (!app || path === undefined) return [];
  const { stack } = app.router as unknown as { stack: readonly Layer[] };
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = new Set(
    routes.flatMap((route) => route.stack.flatMap(({ method }) => method?.toUpperCase() ?? [])),
  );
  // Express answers HEAD wherever it answers GET.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
