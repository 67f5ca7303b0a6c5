import { fieldOf, textOf, wordsOf } from './agent-data.js';
import type { AcpUpdate } from './events.js';
import { logNotice, notice, type TaskNotice } from './notice.js';
import { TASK_PROGRESS } from './vocabulary.js';

/** Characters of an agent's title in a line of progress. */
const LINE = 500;

/** An update of ACP v1 under the seed's name for it. It is an agent's: nothing in it is trusted to be there. */
export function updateNotification(update: AcpUpdate): TaskNotice {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return logNotice('info', textOf(update['content']), { channel: 'message' });
    case 'agent_thought_chunk':
      return logNotice('debug', textOf(update['content']), { channel: 'thought' });
    case 'user_message_chunk':
      return logNotice('debug', textOf(update['content']), { channel: 'prompt' });
    case 'plan':
      return planNotice(update['entries']);
    case 'tool_call':
    case 'tool_call_update':
      return toolNotice(update);
    default:
      return logNotice('debug', `The agent sent ${line(update.sessionUpdate)}.`, {
        channel: 'update',
      });
  }
}

function planNotice(entries: unknown): TaskNotice {
  const steps: unknown[] = Array.isArray(entries) ? entries : [];
  const done = steps.filter((step) => fieldOf(step, 'status') === 'completed').length;
  const current = steps.find((step) => fieldOf(step, 'status') === 'in_progress');
  return notice('acp.progress', {
    progress: steps.length === 0 ? 0 : Math.round((100 * done) / steps.length),
    stage: 'executing',
    message: line(fieldOf(current, 'content')) || `${done} of ${steps.length} steps are done.`,
  });
}

function toolNotice(update: AcpUpdate): TaskNotice {
  const status = line(update['status']) || 'pending';
  const ended = status === 'completed' || status === 'failed';
  return notice('acp.progress', {
    progress: ended ? TASK_PROGRESS.toolDone : TASK_PROGRESS.toolCall,
    stage: 'executing',
    message: line(update['title']) || 'tool call',
    tool_call_id: line(update['toolCallId']),
    status,
  });
}

const line = (value: unknown): string => wordsOf(value).slice(0, LINE);
