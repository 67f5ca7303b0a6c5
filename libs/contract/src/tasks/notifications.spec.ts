import { TASK_EVENTS, type StoredTaskEvent, type TaskEventData } from './events.js';
import { notificationsOf } from './notifications.js';
import { WS_EVENTS } from '../ws/index.js';

function told<T extends StoredTaskEvent['type']>(type: T, data: TaskEventData[T]) {
  const event: unknown = { task_id: 't', seq: 7, at: 1, agent_instance_id: 'i', type, data };
  // The pair of type and data is one of the union's; TypeScript cannot tell.
  return notificationsOf(event as StoredTaskEvent);
}

const update = (sessionUpdate: string, more: object = {}) =>
  told('update', { sessionUpdate, ...more });

describe('what is told of a stored event', () => {
  it('has a name of the seed, and what the agent sent beside it', () => {
    const content = { type: 'text', text: 'Looking.' };
    expect(update('agent_message_chunk', { content })).toEqual([
      {
        ...{ action: 'acp.log', type: 'log' },
        data: { level: 'info', message: 'Looking.', channel: 'message' },
      },
      {
        ...{ action: 'acp.update', type: 'update' },
        data: { sessionUpdate: 'agent_message_chunk', content },
      },
    ]);
    expect(update('agent_thought_chunk', { content })[0]?.data).toMatchObject({
      ...{ level: 'debug', channel: 'thought' },
    });
  });

  it('counts the steps of a plan', () => {
    const entries = [
      { content: 'a', status: 'completed' },
      { content: 'b', status: 'in_progress' },
      { content: 'c', status: 'pending' },
    ];
    expect(update('plan', { entries })[0]).toMatchObject({
      action: 'acp.progress',
      data: { progress: 33, stage: 'executing', message: 'b' },
    });
    expect(update('plan', { entries: [] })[0]?.data).toMatchObject({ progress: 0 });
  });

  it('says of a call what the seed says', () => {
    const call = { toolCallId: 'c1', title: 'Read /etc/hosts', status: 'in_progress' };
    expect(update('tool_call', call)[0]).toMatchObject({
      action: 'acp.progress',
      data: { progress: 60, stage: 'executing', message: 'Read /etc/hosts', tool_call_id: 'c1' },
    });
    const ended = { toolCallId: 'c1', status: 'completed' };
    expect(update('tool_call_update', ended)[0]?.data).toMatchObject({ progress: 80 });
  });

  it.each([
    {},
    { content: null },
    { content: { text: 7 } },
    { entries: 'all' },
    { entries: [null, 7, { status: {} }] },
    { title: ['x'], status: 1, toolCallId: {} },
  ])('does not rely on what an agent should have sent: %j', (wrong) => {
    const kinds = ['agent_message_chunk', 'plan', 'tool_call', 'tool_call_update', 'new_one'];
    for (const kind of kinds) {
      const [first, raw] = update(kind, wrong);
      expect(first?.action).toMatch(/^acp\.(log|progress)$/);
      expect(raw).toEqual({
        ...{ action: 'acp.update', type: 'update' },
        data: { sessionUpdate: kind, ...wrong },
      });
    }
  });

  it('ends a turn with its result, then says that the agent rests', () => {
    const result = { status: 'completed', summary: 'Done.', stop_reason: 'end_turn' } as const;
    expect(told('result', result)).toEqual([
      { action: 'acp.result', type: 'result', data: result },
      { action: 'acp.status', type: 'status', data: { status: 'stopped', message: 'Done.' } },
    ]);
  });

  it('has the fields of states and permissions in both places', () => {
    const state = { id: 't', state: 'REVIEW', previous_state: 'IN_PROGRESS' };
    const moved = { state: 'REVIEW', previous_state: 'IN_PROGRESS' } as const;
    expect(told('state', moved)).toEqual([
      { action: 'task.updated', type: 'updated', data: state, beside: state },
    ]);
    const agent = { id: 'i', task_id: 't', status: 'READY', progress: 100 };
    expect(told('agent', { status: 'READY', progress: 100 })).toEqual([
      { action: 'agent.updated', type: 'updated', data: agent, beside: agent },
    ]);
  });

  it('is never nothing, and never a name that /ws does not have', () => {
    const data: { [T in (typeof TASK_EVENTS)[number]]: TaskEventData[T] } = {
      update: { sessionUpdate: 'x' },
      log: { level: 'info', message: 'x' },
      progress: { progress: 5, message: 'x' },
      result: { status: 'failed', summary: '', stop_reason: null },
      error: { code: 'agent_crashed', message: 'x' },
      status: { status: 'running' },
      heartbeat: {},
      session: { session_id: 's', origin: 'replaced' },
      prompt: { prompt_id: 'p', number: 1, text: 'x', operator_id: 'anna' },
      state: { state: 'TODO', previous_state: 'QUEUED' },
      agent: { status: 'RUNNING', progress: 1 },
      waiting: { wait: 'question', id: 'q', message: 'x' },
      permission_requested: {
        ...{ pending_id: 'p', session_id: 's', tool_call_id: 'c', title: 'rm', options: [] },
        ...{ created_at: '', expires_at: '' },
      },
      permission_resolved: {
        ...{ pending_id: 'p', outcome: 'expired', option_id: null, decided_by: null },
        decided_at: '',
      },
    };
    for (const type of TASK_EVENTS) {
      const notices = told(type, data[type]);
      expect([type, notices.length]).not.toEqual([type, 0]);
      for (const { action, type: short } of notices) {
        expect(Object.keys(WS_EVENTS)).toContain(action);
        expect(action.endsWith(`.${short}`)).toBe(true);
      }
    }
  });
});
