import { KENNY_VERSION, type ApiDescription } from '@kenny/contract';
import { sessionCookie } from '../../../auth/index.js';
import type { AppConfig } from '../../../config/index.js';
import { describeOperation, ERROR_ANSWER, type Operation } from './operation.js';
import type { Route } from './routes.js';
import { reachable, shapeSchemas, type Schemas } from './schemas.js';

/**
 * The OpenAPI document of these routes. Shapes come from the contract's classes, answers and access
 * from the decorators of each route, so nothing is described twice.
 */
export function openApiDocument(
  routes: readonly Route[],
  config: Pick<AppConfig, 'publicUrl' | 'insecureHttp'>,
): ApiDescription {
  const schemas = shapeSchemas();
  const paths = pathsOf(routes, schemas);
  const responses = { Error: ERROR_ANSWER };
  return {
    openapi: '3.1.0',
    info: {
      title: 'kenny',
      description: 'Self-hosted care for a fleet of PCs.',
      version: KENNY_VERSION,
    },
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: reachable(schemas, { paths, responses }),
      responses,
      securitySchemes: securitySchemes(config),
    },
  };
}

type Paths = Record<string, Record<string, Operation>>;

function pathsOf(routes: readonly Route[], schemas: Schemas): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method] = describeOperation(route, schemas);
  }
  return paths;
}

function tagsOf(paths: Paths): { name: string }[] {
  const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
  return [...new Set(operations.flatMap(({ tags }) => tags))].sort().map((name) => ({ name }));
}

function securitySchemes(
  config: Pick<AppConfig, 'publicUrl' | 'insecureHttp'>,
): Record<string, object> {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'A token of scope viewer or above.' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie(config).name },
    enrolment: { type: 'http', scheme: 'bearer', description: 'A one-time enrolment token.' },
  };
}
