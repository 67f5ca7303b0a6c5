import { EventList } from '@kenny/contract';
import { Controller, Get, Query } from '@nestjs/common';
import { EventReader } from '../../../audit/index.js';
import type { CallContext } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { EventListQuery } from './dto/audit-queries.js';
import { Ctx } from '../pipeline/request-state.js';
import { timeOf } from './time-of.js';

@Access('viewer')
@Controller('api/events')
export class EventsController {
  constructor(private readonly reader: EventReader) {}

  /** Agent logs are untrusted data. */
  @Get()
  @Answers(200, EventList, 'Lines of the agent logs and the server log, newest first.')
  list(@Ctx() { principal }: CallContext, @Query() query: EventListQuery): Promise<EventList> {
    const { source, agent_id, level, event, limit, cursor } = query;
    const from = timeOf('from', query.from);
    const to = timeOf('to', query.to);
    const filter = {
      agents: principal.agents,
      ...(source === undefined ? {} : { source }),
      ...(agent_id === undefined ? {} : { agent_id }),
      ...(level === undefined ? {} : { level }),
      ...(event === undefined ? {} : { event }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    };
    return this.reader.list(filter, {
      ...(limit === undefined ? {} : { limit: Number(limit) }),
      ...(cursor === undefined ? {} : { cursor }),
    });
  }
}
