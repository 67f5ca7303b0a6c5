import { Optional, OneOf, TASK_STATES, Text, type TaskState } from '@kenny/contract';
import { In } from '../../openapi/where.js';
import { PageQuery } from './queries.js';
import { ID, LIMIT } from './words.js';

const SEQ = { pattern: '^[0-9]{1,15}$', max: 15 } as const;

@In('query')
export class TasksQuery extends PageQuery {
  @Optional()
  @Text(ID)
  board_id?: string;

  @Optional()
  @OneOf(TASK_STATES)
  state?: TaskState;

  @Optional()
  @Text(ID)
  agent_type?: string;

  /** Only this person's. */
  @Optional()
  @Text(ID)
  owner_id?: string;
}

@In('query')
export class TaskLogsQuery {
  @Optional()
  @Text(LIMIT)
  limit?: string;
}

@In('query')
export class TaskEventsQuery {
  /** As `Last-Event-ID`, for the first connection; 0 for all that is kept. */
  @Optional()
  @Text(SEQ)
  since_seq?: string;
}
