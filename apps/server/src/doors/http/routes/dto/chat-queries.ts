import { CHAT_PLACE_PATTERN, Optional, Text } from '@kenny/contract';
import { PageQuery } from './queries.js';
import { In } from '../../openapi/where.js';

@In('query')
export class ChatSessionsQuery extends PageQuery {
  /** Searched in names and messages. */
  @Optional()
  @Text({ min: 1, max: 200 })
  q?: string;
}

@In('query')
export class ChatEventsQuery {
  /** As `Last-Event-ID`, for the first connection. */
  @Optional()
  @Text({ pattern: CHAT_PLACE_PATTERN, max: 80 })
  after?: string;
}
