import { Controller, Get } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Access } from './access.js';
import { ApiDocument } from './api-document.js';

@Access('viewer')
@Controller('api/docs')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  /** OpenAPI 3.1 as JSON. */
  @Get()
  show(): Promise<OpenAPIObject> {
    return this.document.get();
  }
}
