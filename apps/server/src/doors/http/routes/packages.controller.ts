import { PackageList, PackageView } from '@kenny/contract';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { PackageBuilds } from '../../../distribution/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { OsParam } from './dto/params.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** What PCs are installed from. */
@Access('admin')
@Controller('api/server/packages')
export class PackagesController {
  constructor(private readonly builds: PackageBuilds) {}

  @Get()
  @Answers(200, PackageList, 'The package of each system: there, being built, or why not.')
  list(): Promise<PackageList> {
    return this.builds.list();
  }

  @Post(':os')
  @HttpCode(202)
  @Answers(202, PackageView, 'It is being built; the list says how far it is.')
  build(@Ctx() ctx: CallContext, @Param() { os }: OsParam): Promise<PackageView> {
    mustReachAllPcs(ctx.principal, 'Building a package');
    return this.builds.start(ctx, os);
  }
}
