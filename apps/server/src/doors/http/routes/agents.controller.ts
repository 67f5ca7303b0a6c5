import {
  CreateAgentBody,
  EnrollBody,
  EnrolledView,
  EnrollmentIssued,
  FleetAgent,
  HistoryList,
  InstallerBody,
  InstallerIssued,
  PatchAgentBody,
  RekeyBody,
  SnoozeBody,
  SnapshotView,
} from '@kenny/contract';
import { type Clock, DAY_MS } from '@kenny/kernel';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import type { Request } from 'express';
import { AgentsService, EnrolmentService, type Anonymous } from '../../../auth/index.js';
import { CLOCK, type CallContext } from '../../../kernel/index.js';
import { DistributionService } from '../../../distribution/index.js';
import { FleetService, HistoryService, SnoozesService } from '../../../telemetry/index.js';
import { Access, bearerOf } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { AgentParam, SnoozeParam } from './dto/params.js';
import { HistoryQuery, SnapshotQuery } from './dto/queries.js';
import { Ctx, From } from '../pipeline/request-state.js';
import { timeOf } from './time-of.js';

@Controller('api/agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly enrolment: EnrolmentService,
    private readonly distribution: DistributionService,
    private readonly fleet: FleetService,
    private readonly history: HistoryService,
    private readonly snoozes: SnoozesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Access('admin')
  @Post()
  @Answers(201, EnrollmentIssued, 'A new PC with its one-time enrolment token, shown once.')
  create(@Ctx() ctx: CallContext, @Body() body: CreateAgentBody): Promise<EnrollmentIssued> {
    return this.agents.create(ctx, body);
  }

  @Access('viewer')
  @Get(':id')
  @Answers(200, FleetAgent, 'One PC as in the fleet, with all its sections.')
  show(@Ctx() { principal }: CallContext, @Param() { id }: AgentParam): FleetAgent {
    return this.fleet.agent(principal, id);
  }

  @Access('operator')
  @Patch(':id')
  @Answers(
    200,
    FleetAgent,
    'The PC as it is called now, with its tags and what people wrote about it.',
  )
  async patch(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Body() body: PatchAgentBody,
  ): Promise<FleetAgent> {
    await this.agents.patch(ctx, id, body);
    return this.fleet.agent(ctx.principal, id);
  }

  @Access('operator')
  @Put(':id/snoozes/:section')
  @Answers(200, FleetAgent, 'The PC; what is wrong with that section counts as ok until then.')
  async snooze(
    @Ctx() ctx: CallContext,
    @Param() { id, section }: SnoozeParam,
    @Body() { until, reason }: SnoozeBody,
  ): Promise<FleetAgent> {
    const end = timeOf('until', until) ?? 0;
    await this.snoozes.snooze(ctx, id, section, { until: end, reason });
    return this.fleet.agent(ctx.principal, id);
  }

  @Access('operator')
  @Delete(':id/snoozes/:section')
  @Answers(200, FleetAgent, 'The PC; that section counts again.')
  async endSnooze(
    @Ctx() ctx: CallContext,
    @Param() { id, section }: SnoozeParam,
  ): Promise<FleetAgent> {
    await this.snoozes.end(ctx, id, section);
    return this.fleet.agent(ctx.principal, id);
  }

  @Access('admin')
  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'The PC is removed; its keys are revoked and its waiting requests ended.')
  remove(@Ctx() ctx: CallContext, @Param() { id }: AgentParam): Promise<void> {
    return this.agents.remove(ctx, id);
  }

  @Access('admin')
  @Post(':id/rekey')
  @HttpCode(200)
  @Answers(200, EnrollmentIssued, 'A new one-time enrolment token for this PC, shown once.')
  rekey(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Body() { mode, at }: RekeyBody,
  ): Promise<EnrollmentIssued> {
    return this.enrolment.rekey(ctx, id, mode, at);
  }

  @Access('admin')
  @Post(':id/installer')
  @Answers(201, InstallerIssued, 'A link that installs the agent on this PC, shown once.')
  installer(
    @Ctx() ctx: CallContext,
    @Param() { id }: AgentParam,
    @Body() { os, at }: InstallerBody,
  ): Promise<InstallerIssued> {
    return this.distribution.issue(ctx, id, os, at);
  }

  /** Open: the one-time enrolment token in the header is the proof. */
  @Access('open', 'enrolment')
  @Post(':id/enroll')
  @HttpCode(200)
  @Answers(200, EnrolledView, 'The key is stored; repeating the same key and token is allowed.')
  enroll(
    @From() from: Anonymous,
    @Req() request: Request,
    @Param() { id }: AgentParam,
    @Body() body: EnrollBody,
  ): Promise<EnrolledView> {
    return this.enrolment.enroll(from, id, bearerOf(request) ?? '', body);
  }

  @Access('viewer')
  @Get(':id/snapshot')
  @Answers(200, SnapshotView, 'The last telemetry of the PC, whole or one section.')
  snapshot(
    @Ctx() { principal }: CallContext,
    @Param() { id }: AgentParam,
    @Query() { section }: SnapshotQuery,
  ): Promise<SnapshotView> {
    return this.history.latest(this.fleet.subject(principal, id), section);
  }

  @Access('viewer')
  @Get(':id/history')
  @Answers(200, HistoryList, 'One section over time, newest first; default: the last day.')
  sectionHistory(
    @Ctx() { principal }: CallContext,
    @Param() { id }: AgentParam,
    @Query() { section, from, to, cursor }: HistoryQuery,
  ): Promise<HistoryList> {
    const end = timeOf('to', to) ?? this.clock.now();
    const start = timeOf('from', from) ?? end - DAY_MS;
    const subject = this.fleet.subject(principal, id);
    return this.history.history(subject, section, start, end, cursor);
  }
}
