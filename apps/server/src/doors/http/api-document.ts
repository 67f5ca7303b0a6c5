import type { ApiDescription } from '@kenny/contract';
import { Injectable, type INestApplication } from '@nestjs/common';

/** The document of the running application; made once, when it is first asked for. */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: Promise<ApiDescription> | undefined;

  /** Called once, when the application stands. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  get(): Promise<ApiDescription> {
    return (this.made ??= this.make());
  }

  private async make(): Promise<ApiDescription> {
    if (!this.app) throw new Error('the application has not been told to describe itself');
    // Later than the controllers, which it describes and one of which asks for it.
    const { openApiDocument } = await import('./openapi.js');
    return openApiDocument(this.app);
  }
}
