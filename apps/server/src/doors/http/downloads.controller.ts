import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Res,
  StreamableFile,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Anonymous } from '../../auth/index.js';
import { DistributionService } from '../../distribution/index.js';
import { Access } from './access.js';
import { Answers } from './answers.js';
import { NonceParam } from './dto/params.js';
import { From } from './request-state.js';

const HTML = 'text/html; charset=utf-8';
const SHELL = 'text/x-shellscript; charset=utf-8';

/** The page may send its own form, and nothing else; `same-origin` lets the form name its origin. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  'Referrer-Policy': 'same-origin',
} as const;

/** Installer links. The nonce is the proof; only an enrolment uses it up. */
@Controller('d')
export class DownloadsController {
  constructor(private readonly distribution: DistributionService) {}

  @Access('open')
  @Get(':nonce')
  @Answers(200, 'text/html', 'A page that says how to install; previews of it change nothing.')
  @Answers(404, 'text/html', 'A page: the link was used or is over.')
  @Header('Content-Type', HTML)
  async page(
    @From() from: Anonymous,
    @Param() { nonce }: NonceParam,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { found, html } = await this.distribution.page(from, nonce);
    response.status(found ? 200 : 404).set(PAGE_HEADERS);
    return html;
  }

  @Access('open')
  @Post(':nonce')
  @HttpCode(200)
  @Answers(200, 'text/x-shellscript', 'The script that installs the agent, as a file.')
  @Header('Content-Type', SHELL)
  async download(
    @From() from: Anonymous,
    @Param() { nonce }: NonceParam,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { name, text } = await this.distribution.script(from, nonce);
    response.attachment(name).type(SHELL);
    return text;
  }

  @Access('open')
  @Get(':nonce/install.sh')
  @Answers(200, 'text/x-shellscript', 'The same script, for a shell.')
  @Header('Content-Type', SHELL)
  async script(@From() from: Anonymous, @Param() { nonce }: NonceParam): Promise<string> {
    return (await this.distribution.script(from, nonce)).text;
  }

  @Access('open')
  @Get(':nonce/package')
  @Answers(200, 'application/gzip', 'What the script installs from.')
  async package(@From() from: Anonymous, @Param() { nonce }: NonceParam): Promise<StreamableFile> {
    const { name, bytes, stream } = await this.distribution.package(from, nonce);
    return new StreamableFile(stream, {
      type: 'application/gzip',
      disposition: `attachment; filename="${name}"`,
      length: bytes,
    });
  }
}
