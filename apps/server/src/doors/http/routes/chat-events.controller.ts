import { CHAT_BEGINNING, CHAT_PLACE_PATTERN, chatPlaceOf } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ChatReader, ChatService, ChatStreams, eventView } from '../../../chat/index.js';
import { CLOCK, KennyError } from '../../../kernel/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { ChatEventsQuery } from './dto/queries.js';
import { IdParam } from './dto/params.js';
import { EventStream } from '../streams/event-stream.js';
import { callContext, stateOf } from '../pipeline/request-state.js';
import { StreamAccess } from '../streams/stream-access.js';

const PLACE = new RegExp(CHAT_PLACE_PATTERN);

/** Events of a conversation as they happen (named in seed 004). */
@Access('operator')
@Controller('api/chat/sessions')
export class ChatEventsController {
  constructor(
    private readonly chat: ChatService,
    private readonly reader: ChatReader,
    private readonly streams: ChatStreams,
    private readonly access: StreamAccess,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resumes after `Last-Event-ID`, which browsers send when they reconnect. */
  @Get(':id/events')
  @Answers(200, 'text/event-stream', 'Every event after that place, then each as it happens.')
  async follow(
    @Param() { id }: IdParam,
    @Query() { after }: ChatEventsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = stateOf(request);
    await this.chat.readable(callContext(state), id);
    const place = lastSeen(request) ?? after ?? CHAT_BEGINNING;
    await this.reader.positionOf(id, place);
    const visit = await this.access.enter(state);
    const gone = AbortSignal.any([state.signal, visit.ended, this.chat.ended]);
    const mayGoOn = () => this.chat.mayGoOn(callContext(state), id);
    const stream = new EventStream(response, this.clock, () => visit.stands());
    try {
      stream.open();
      if (request.method === 'HEAD') return;
      for await (const events of this.streams.follow(id, place, gone, mayGoOn)) {
        await stream.write(
          events.map((event) => ({
            id: chatPlaceOf(event),
            name: event.type,
            data: JSON.stringify(eventView(event)),
          })),
        );
      }
    } finally {
      visit.leave();
      stream.end();
    }
  }
}

/** @throws KennyError `validation` for an id that is not ours */
function lastSeen(request: Request): string | undefined {
  const place = request.get('last-event-id');
  if (place === undefined || place === '' || PLACE.test(place)) return place || undefined;
  throw new KennyError('validation', 'Last-Event-ID: not one of this stream.');
}
