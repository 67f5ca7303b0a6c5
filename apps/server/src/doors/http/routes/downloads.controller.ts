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
import type { Anonymous } from '../../../auth/index.js';
import { DistributionService, type ArchiveFile } from '../../../distribution/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { HTML, PAGE_HEADERS } from './download-headers.js';
import { NonceParam } from './dto/params.js';
import { From } from '../pipeline/request-state.js';

const SHELL = 'text/x-shellscript; charset=utf-8';

/** Installer links. The nonce is the proof; only an enrolment consumes it. */
@Controller('d')
export class DownloadsController {
  constructor(private readonly distribution: DistributionService) {}

  @Access('open')
  @Get(':nonce')
  @Answers(200, 'text/html', 'A page that says how to install; link previews do not use it up.')
  @Answers(404, 'text/html', 'A page: the link was used or has expired.')
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
  @Answers(
    200,
    ['text/x-shellscript', 'application/zip'],
    'The installer: a script, or an archive on Windows.',
  )
  async download(
    @From() from: Anonymous,
    @Param() { nonce }: NonceParam,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | StreamableFile> {
    const file = await this.distribution.file(from, nonce);
    if ('stream' in file) return streamed(file);
    response.attachment(file.name).type(SHELL);
    return file.text;
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
  @Answers(
    200,
    ['application/gzip', 'application/zip'],
    'The package that the script installs; on Windows an archive with the PC’s settings.',
  )
  async package(@From() from: Anonymous, @Param() { nonce }: NonceParam): Promise<StreamableFile> {
    return streamed(await this.distribution.package(from, nonce));
  }
}

function streamed({ name, type, bytes, stream }: ArchiveFile): StreamableFile {
  const disposition = `attachment; filename="${name}"`;
  return new StreamableFile(stream, { type, disposition, length: bytes });
}
