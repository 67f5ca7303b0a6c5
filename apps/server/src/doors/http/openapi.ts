import { deriveDefinitions, KENNY_VERSION } from '@kenny/contract';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The type of one schema in a document; Swagger does not export it by name. */
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/**
 * The OpenAPI document of every route. Shapes come from the contract's classes (class-validator),
 * so nothing is described twice. Swagger itself is loaded only when somebody asks.
 */
export async function openApiDocument(app: INestApplication): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const config = new DocumentBuilder()
    .setTitle('kenny')
    .setDescription(
      'Self-hosted care for a fleet of PCs. Errors: { error: { code, message, details?, request_id } }.',
    )
    .setVersion(KENNY_VERSION)
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const derived = deriveDefinitions('#/components/schemas/') as Schemas;
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...derived },
  };
  return document;
}
