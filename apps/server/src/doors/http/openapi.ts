import { KENNY_VERSION, MCP_PATH, type ApiDescription } from '@kenny/contract';
import type { INestApplication } from '@nestjs/common';
import { sessionCookie } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { describeOperation, ERROR_ANSWER, type Operation } from './openapi-operation.js';
import { ROUTES } from './openapi-routes.js';
import { reachable, shapeSchemas } from './openapi-schemas.js';

/**
 * The OpenAPI document of every route. Swagger finds the routes and their bodies; shapes come from
 * the contract's classes, answers and access from what stands above each route, so nothing is
 * described twice. `/mcp` describes itself, to its own clients. Swagger itself is loaded only when somebody asks.
 */
export async function openApiDocument(app: INestApplication): Promise<ApiDescription> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const { [MCP_PATH]: _described, ...found } = SwaggerModule.createDocument(app, config)
    .paths as Paths;
  const schemas = shapeSchemas();
  const paths = mapOperations(found, (operation) => {
    const route = ROUTES.get(operation.operationId);
    if (!route) throw new Error(`${operation.operationId} is not among CONTROLLERS`);
    return describeOperation(operation, route, schemas);
  });
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
      securitySchemes: securitySchemes(app.get<AppConfig>(APP_CONFIG)),
    },
  };
}

type Paths = Record<string, Record<string, Operation>>;

function mapOperations(paths: Paths, describe: (operation: Operation) => Operation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, describe(operation)]),
      ),
    ]),
  );
}

function tagsOf(paths: Paths): { name: string }[] {
  const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
  return [...new Set(operations.flatMap(({ tags }) => tags))].sort().map((name) => ({ name }));
}

function securitySchemes(config: AppConfig): Record<string, object> {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'A token of scope viewer or above.' },
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie(config).name },
    enrolment: { type: 'http', scheme: 'bearer', description: 'A one-time enrolment token.' },
  };
}
