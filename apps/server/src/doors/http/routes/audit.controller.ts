import {
  AcceptLossBody,
  AUDIT_EXPORT_ROWS,
  AuditList,
  AuditLossState,
  AuditVerification,
  LossAccepted,
} from '@kenny/contract';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AuditLog,
  AuditReader,
  AuditStore,
  EXPORT_TYPES,
  exportText,
  type AuditFilter,
} from '../../../audit/index.js';
import { AgentsService, TokensService } from '../../../auth/index.js';
import { KennyError, type CallContext, type Principal } from '../../../kernel/index.js';
import { AcceptLossService, ApprovalsService } from '../../../policy/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { AuditExportQuery, AuditListQuery, type AuditFilterQuery } from './dto/audit-queries.js';
import { AuditExports } from '../streams/audit-exports.js';
import { DatabaseWitness } from './audit-witness.js';
import { Ctx, stateOf } from '../pipeline/request-state.js';
import { timeOf } from './time-of.js';
import { mustReachAllPcs } from './whole-fleet.js';

@Access('viewer')
@Controller('api/audit')
export class AuditController {
  /** Verifying reads the whole audit log, so simultaneous requests share one run. */
  private checking: Promise<AuditVerification> | undefined;

  constructor(
    private readonly reader: AuditReader,
    private readonly store: AuditStore,
    private readonly log: AuditLog,
    private readonly approvals: ApprovalsService,
    private readonly tokens: TokensService,
    private readonly losses: AcceptLossService,
    private readonly exports: AuditExports,
    private readonly agents: AgentsService,
  ) {}

  @Get()
  @Answers(200, AuditList, 'Audit rows, newest first.')
  async list(
    @Ctx() { principal }: CallContext,
    @Query() query: AuditListQuery,
  ): Promise<AuditList> {
    const { limit, cursor, related } = query;
    const filter = this.filterOf(query, principal);
    const page = await this.reader.list(filter, {
      ...(limit === undefined ? {} : { limit: Number(limit) }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (related !== 'true') return page;
    return { ...page, related: await this.reader.related(page.items, filter.agents ?? null) };
  }

  @Get('verify')
  @Answers(200, AuditVerification, 'Result of verifying the chain and its checkpoints.')
  verify(@Ctx() { principal }: CallContext): Promise<AuditVerification> {
    mustReachAllPcs(principal, 'Verifying the whole audit log');
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async check(): Promise<AuditVerification> {
    return this.store.verify(await DatabaseWitness.of(this.approvals, this.tokens));
  }

  /** For every reader, whichever PCs they see: no change runs on any of them. */
  @Get('loss')
  @Answers(
    200,
    AuditLossState,
    'Whether the database lacks rows that checkpoints prove, and which.',
  )
  loss(): AuditLossState {
    return this.losses.state();
  }

  @Access('admin')
  @Post('loss')
  @HttpCode(200)
  @Answers(
    200,
    LossAccepted,
    'The loss is accepted; open requests have ended, and changes are possible again.',
  )
  acceptLoss(@Ctx() ctx: CallContext, @Body() body: AcceptLossBody): Promise<LossAccepted> {
    mustReachAllPcs(ctx.principal, 'Accepting a loss');
    if (!ctx.principal.decide) {
      throw new KennyError('forbidden', 'Accepting a loss needs a token made with "decide".');
    }
    return this.losses.accept(ctx, body);
  }

  /** Streamed: memory stays flat however many rows there are. */
  @Get('export')
  @Answers(
    200,
    ['application/x-ndjson', 'text/csv'],
    'Audit rows, oldest first. When there are more, the last line says so and where to go on.',
  )
  async export(
    @Ctx() ctx: CallContext,
    @Query() query: AuditExportQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const format = query.format ?? 'jsonl';
    const filter = this.filterOf(query, ctx.principal);
    const most = Math.min(Number(query.limit ?? AUDIT_EXPORT_ROWS), AUDIT_EXPORT_ROWS);
    const head = () => {
      response.setHeader('Content-Type', EXPORT_TYPES[format]);
      response.setHeader('Content-Disposition', `attachment; filename="kenny-audit.${format}"`);
    };
    if (request.method === 'HEAD') {
      head();
      return void response.end();
    }
    await this.exports.run(stateOf(request), response, async () => {
      // Before the export itself is recorded, so that the same log always gives the same file.
      const last = await this.reader.lastSeq();
      this.recordExport(ctx, query);
      head();
      const rows = this.reader.after(Number(query.after ?? 0), filter, last);
      return exportText(rows, format, most);
    });
  }

  private filterOf(query: AuditFilterQuery, principal: Principal): AuditFilter {
    const filter = filterOf(query, principal);
    if (filter.text === undefined) return filter;
    return { ...filter, pcs: this.agents.list().map(({ agent_id: id, name }) => ({ id, name })) };
  }

  /** Exports are themselves audited. */
  private recordExport(
    { principal, door, request_id }: CallContext,
    query: AuditExportQuery,
  ): void {
    const { kind, id, name } = principal;
    this.log.record({
      ...{ kind: 'export', actor: { kind, id, name }, door, request_id },
      ...{ target: 'audit', args: { ...query }, ok: true },
    });
  }
}

function filterOf(query: AuditFilterQuery, { agents }: Principal): AuditFilter {
  const { kind, agent_id, actor_id, tool, door, code, call_id, approval_id, text } = query;
  const from = timeOf('from', query.from);
  const to = timeOf('to', query.to);
  return {
    agents,
    ...(kind === undefined ? {} : { kind }),
    ...(query.changes === undefined ? {} : { changes: true }),
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(actor_id === undefined ? {} : { actor_id }),
    ...(tool === undefined ? {} : { tool }),
    ...(door === undefined ? {} : { door }),
    ...(code === undefined ? {} : { code }),
    ...(call_id === undefined ? {} : { call_id }),
    ...(approval_id === undefined ? {} : { approval_id }),
    ...(text === undefined ? {} : { text }),
    ...(query.ok === undefined ? {} : { ok: query.ok === 'true' }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
