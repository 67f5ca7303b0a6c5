import type { ToolClass } from '@kenny/contract';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LastScreens } from '../../../artifacts/index.js';
import { AuditLog } from '../../../audit/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { FleetService } from '../../../telemetry/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { AgentParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

const PICTURE = 'image/png';
/** The class of the tool that takes screenshots. */
const NEEDED: ToolClass = 'sensitive';

/** Screenshots, for those who may take one. Every view is audited. */
@Access('operator')
@Controller('api/agents')
export class ScreensController {
  constructor(
    private readonly fleet: FleetService,
    private readonly screens: LastScreens,
    private readonly audit: AuditLog,
  ) {}

  @Get(':id/screen')
  @Answers(200, PICTURE, 'The latest screenshot of the last hour, taken at Last-Modified.')
  @Answers(204, null, 'There was no screenshot in the last hour.')
  async show(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Res() response: Response,
  ): Promise<void> {
    if (!ctx.principal.classes.includes(NEEDED)) {
      throw new KennyError('forbidden', `this token may not use tools of the class "${NEEDED}"`);
    }
    const subject = this.fleet.subject(ctx.principal, id);
    const last = await this.screens.of(subject);
    // The PC may have sent something that is not a picture.
    if (last?.artifact.mime !== PICTURE) return void response.status(204).end();
    await this.recordLook(ctx, subject.agent_id, last.artifact.sha256);
    response
      .status(200)
      .setHeader('Last-Modified', new Date(last.artifact.created_at).toUTCString())
      .setHeader('Content-Type', PICTURE)
      .setHeader('Content-Disposition', 'inline')
      .end(last.bytes);
  }

  private recordLook(
    { principal, door, request_id }: CallContext,
    agent_id: string,
    sha256: string,
  ): Promise<void> {
    const { kind, id, name } = principal;
    return this.audit.recordDurably({
      ...{ kind: 'export', actor: { kind, id, name }, door, request_id, agent_id },
      ...{ target: 'screen', args: { sha256 }, ok: true },
    });
  }
}
