import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Anonymous } from '../../../auth/index.js';
import { DistributionService } from '../../../distribution/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { From } from '../pipeline/request-state.js';
import { CodeParam } from './dto/params.js';
import { HTML, PAGE_HEADERS } from './download-headers.js';

/** Installer links for people who type them (ADR 0075). */
@Controller('i')
export class ShortLinksController {
  constructor(private readonly distribution: DistributionService) {}

  @Access('open')
  @Get(':code')
  @Answers(200, 'text/html', 'The page of the installer link; opening it does not use it up.')
  @Answers(404, 'text/html', 'A page: the code is wrong, was used or has expired.')
  @Header('Content-Type', HTML)
  async page(
    @From() from: Anonymous,
    @Param() { code }: CodeParam,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { found, html } = await this.distribution.pageOfCode(from, code);
    response.status(found ? 200 : 404).set(PAGE_HEADERS);
    return html;
  }
}
