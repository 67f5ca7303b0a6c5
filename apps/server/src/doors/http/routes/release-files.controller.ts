import { FILE_TYPE, RELEASE_FILES, ReleaseManifestView } from '@kenny/contract';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Anonymous } from '../../../auth/index.js';
import { ReleasesService, type PublishedRelease } from '../../../distribution/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { ReleaseFileParam } from './dto/params.js';
import { From } from '../pipeline/request-state.js';

/** A reader that takes nothing for this long loses its download slot, in ms. */
const SILENCE_MS = 60_000;
const { manifestSuffix } = RELEASE_FILES;

/**
 * Downloads for agents. Open: releases are not secret, and agents check them against the manifest
 * and the key they were packaged with.
 */
@Controller('releases')
export class ReleaseFilesController {
  constructor(private readonly releases: ReleasesService) {}

  @Access('open')
  @Get(':file')
  @Answers(
    200,
    [FILE_TYPE, ReleaseManifestView],
    `A published release, or its manifest under the same name with ${manifestSuffix}.`,
  )
  async fetch(
    @From() { address }: Anonymous,
    @Param() { file }: ReleaseFileParam,
    @Req() { method }: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (file.endsWith(manifestSuffix)) {
      const release = await this.releases.published(file.slice(0, -manifestSuffix.length));
      headers(response, release, 'application/json; charset=utf-8');
      response.end(JSON.stringify(manifestOf(release)));
      return;
    }
    const cutOff = () => void response.destroy();
    const download = await this.releases.download(file, address, cutOff);
    const { release, handle } = download;
    try {
      headers(response, release, FILE_TYPE);
      response.setHeader('Content-Length', release.size);
      response.setHeader('Content-Disposition', 'attachment');
      if (method === 'HEAD') return void response.end();
      response.setTimeout(SILENCE_MS, cutOff);
      await pipeline(handle.createReadStream({ autoClose: false }), response);
    } finally {
      await download.end();
    }
  }
}

/** A release's name never gets other content, so caches may keep it. */
function headers(response: Response, { sha256 }: PublishedRelease, type: string): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Content-Type', type);
  if (type === FILE_TYPE) response.setHeader('ETag', `"${sha256}"`);
}

function manifestOf({
  version,
  os,
  arch,
  size,
  sha256,
  sig,
}: PublishedRelease): ReleaseManifestView {
  return { version, os, arch, size, sha256, sig };
}
