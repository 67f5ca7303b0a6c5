import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { CallContext } from '../../../kernel/index.js';
import { ServerMetrics } from '../../../metrics/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { Readiness } from './readiness.js';
import { mustReachAllPcs } from './whole-fleet.js';

@Access('viewer')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: ServerMetrics,
    private readonly readiness: Readiness,
  ) {}

  /** For Prometheus and what reads its format. */
  @Get()
  @Answers(200, 'text/plain', 'Figures of this server in the text format of Prometheus.')
  async read(
    @Ctx() { principal }: CallContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    mustReachAllPcs(principal, '/metrics');
    response.type(this.metrics.contentType);
    return this.metrics.text(await this.readiness.state());
  }
}
