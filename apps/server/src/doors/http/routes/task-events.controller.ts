import type { StoredTaskEvent, TaskEventView } from '@kenny/contract';
import { iso, type Clock } from '@kenny/kernel';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CLOCK, KennyError } from '../../../kernel/index.js';
import { TasksApi, TaskStreams, type TaskStreamPart } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { IdParam } from './dto/params.js';
import { TaskEventsQuery } from './dto/task-queries.js';
import { EventStream, type StreamEvent } from '../streams/event-stream.js';
import { callContext, stateOf } from '../pipeline/request-state.js';
import { StreamAccess } from '../streams/stream-access.js';

const SEQ = /^[0-9]{1,15}$/;

/** Events of a task as they happen; `id` is their `seq`. */
@Controller('api/tasks')
export class TaskEventsController {
  constructor(
    private readonly tasks: TasksApi,
    private readonly streams: TaskStreams,
    private readonly access: StreamAccess,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resumes after `Last-Event-ID`, which browsers send when they reconnect. */
  @Access('viewer')
  @Get(':id/events')
  @Answers(200, 'text/event-stream', 'Every event after that one, then each as it happens.')
  async follow(
    @Param() { id }: IdParam,
    @Query() { since_seq }: TaskEventsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = stateOf(request);
    const ctx = callContext(state);
    await this.tasks.readable(ctx, id);
    const since = Number(lastSeen(request) ?? since_seq ?? 0);
    const visit = await this.access.enter(state);
    const gone = AbortSignal.any([state.signal, visit.ended, this.streams.ended]);
    const stream = new EventStream(response, this.clock, () => visit.stands());
    try {
      stream.open();
      if (request.method === 'HEAD') return;
      let seq = since;
      for await (const part of this.streams.follow(ctx, id, since, gone)) {
        const events = told(part, seq);
        if (events.length > 0) await stream.write(events);
        seq = Number(events.at(-1)?.id ?? seq);
      }
    } finally {
      visit.leave();
      stream.end();
    }
  }
}

/** The stream has heartbeats of its own. */
function told(part: TaskStreamPart, seq: number): StreamEvent[] {
  if (part.type === 'gap') {
    const { first_seq } = part;
    return [{ id: String(seq), name: 'stream.gap', data: JSON.stringify({ seq, first_seq }) }];
  }
  if (part.type === 'caught_up') {
    return [{ id: String(seq), name: 'task.replay_done', data: JSON.stringify({ seq: part.seq }) }];
  }
  return part.events
    .filter(({ type }) => type !== 'heartbeat')
    .map((event) => ({
      id: String(event.seq),
      name: event.type,
      data: JSON.stringify(taskEventView(event)),
    }));
}

function taskEventView(event: StoredTaskEvent): TaskEventView {
  const { task_id, seq, type, data, agent_instance_id, at } = event;
  return { task_id, seq, type, data: { ...data }, agent_instance_id, timestamp: iso(at) };
}

/** @throws KennyError `validation` for an id that is not ours */
function lastSeen(request: Request): string | undefined {
  const seq = request.get('last-event-id');
  if (seq === undefined || seq === '' || SEQ.test(seq)) return seq || undefined;
  throw new KennyError('validation', 'Last-Event-ID: not one of this stream.');
}
