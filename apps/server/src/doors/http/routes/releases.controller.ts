import { parseReleaseManifest, ReleaseList, ReleaseView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CLOCK, KennyError, type CallContext } from '../../../kernel/index.js';
import { ReleasesService } from '../../../distribution/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { ReleaseParam } from './dto/params.js';
import { ManifestQuery } from './dto/queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { receiveFile, TakesFile } from '../pipeline/takes-file.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Agent releases. */
@Access('admin')
@Controller('api/releases')
export class ReleasesController {
  constructor(
    private readonly releases: ReleasesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Answers(
    200,
    ReleaseList,
    'Releases that agents can be updated to, newest first for each system.',
  )
  list(): Promise<ReleaseList> {
    return this.releases.list();
  }

  /** The manifest travels in the query, because the body is the file itself. */
  @Post()
  @TakesFile()
  @Answers(201, ReleaseView, 'The release; agents can now fetch it.')
  publish(
    @Ctx() ctx: CallContext,
    @Query() { manifest: text }: ManifestQuery,
    @Req() request: Request,
  ): Promise<ReleaseView> {
    mustReachAllPcs(ctx.principal, 'Publishing a release');
    const manifest = parseReleaseManifest(text);
    if ('problem' in manifest) throw new KennyError('validation', `${manifest.problem}.`);
    return receiveFile(request, this.clock, manifest.size, (file) =>
      this.releases.publish(ctx, manifest, file),
    );
  }

  @Delete(':name')
  @HttpCode(204)
  @Answers(204, null, 'The release is withdrawn; its name stays taken.')
  async withdraw(@Ctx() ctx: CallContext, @Param() { name }: ReleaseParam): Promise<void> {
    mustReachAllPcs(ctx.principal, 'Withdrawing a release');
    await this.releases.withdraw(ctx, name);
  }
}
