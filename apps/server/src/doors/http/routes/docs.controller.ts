import { ApiDescription } from '@kenny/contract';
import { Controller, Get } from '@nestjs/common';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { ApiDocument } from '../openapi/api-document.js';

@Access('viewer')
@Controller('api/docs')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  /** OpenAPI 3.1 as JSON. */
  @Get()
  @Answers(200, ApiDescription, 'This document.')
  show(): ApiDescription {
    return this.document.get();
  }
}
