import { Injectable, type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument } from './openapi.js';

/** The document of the running application; made once, when it is first asked for. */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: Promise<OpenAPIObject> | undefined;

  /** Called once, when the application stands. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  get(): Promise<OpenAPIObject> {
    if (!this.app) throw new Error('the application has not been told to describe itself');
    return (this.made ??= openApiDocument(this.app));
  }
}
