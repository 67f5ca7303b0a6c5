import type { ApiDescription } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { openApiDocument } from './document.js';
import { routesOf } from './routes.js';

/** The document of the running application; made when it is first asked for. */
@Injectable()
export class ApiDocument {
  private made: ApiDescription | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  get(): ApiDescription {
    return (this.made ??= openApiDocument(routesOf(this.modules), this.config));
  }
}
