import { ApiDescription } from '@kenny/contract';
import { Controller, Get } from '@nestjs/common';
import { Access } from './access.js';
import { Answers } from './answers.js';
import { ApiDocument } from './api-document.js';

@Access('viewer')
@Controller('api/docs')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  /** OpenAPI 3.1 as JSON. */
  @Get()
  @Answers(200, ApiDescription, 'This document.')
  show(): Promise<ApiDescription> {
    return this.document.get();
  }
}
