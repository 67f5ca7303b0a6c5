import { ServerFacts } from '@kenny/contract';
import { Controller, Get } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { ServerDescription } from './server-description.js';

@Access('viewer')
@Controller('api/server')
export class ServerController {
  constructor(private readonly description: ServerDescription) {}

  @Get()
  @Answers(200, ServerFacts, 'What this server is, and which installers it has.')
  facts(@Ctx() { principal }: CallContext): Promise<ServerFacts> {
    return this.description.facts(principal);
  }
}
