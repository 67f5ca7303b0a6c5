import { Reading } from '../limits/reading.js';
import { readLegacyLine } from './read-legacy.js';
import { SeedReader } from './read-seed.js';
import { readV1Update } from './read-v1.js';

const text = (words: string) => ({ type: 'text', text: words });

describe('an update of v1', () => {
  const tool = { toolCallId: 'c1' };
  it.each<[object, object]>([
    [
      { sessionUpdate: 'agent_message_chunk', content: text('Hello'), messageId: 'm1' },
      { kind: 'text', channel: 'message', text: 'Hello', messageId: 'm1' },
    ],
    [
      { sessionUpdate: 'agent_thought_chunk', content: text('Hm') },
      { kind: 'text', channel: 'thought', text: 'Hm' },
    ],
    [
      { sessionUpdate: 'user_message_chunk', content: 'as a text' },
      { kind: 'text', channel: 'user', text: 'as a text' },
    ],
    [
      {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      },
      { kind: 'attachment', channel: 'message', type: 'image', mimeType: 'image/png' },
    ],
    [
      {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      },
      { kind: 'attachment', channel: 'message', type: 'resource', uri: 'file:///a' },
    ],
    [
      {
        ...{ sessionUpdate: 'tool_call', ...tool, title: 'Reading', kind: 'read' },
        ...{ status: 'pending', locations: [{ path: '/a', line: 3 }, { line: 1 }, null] },
        rawInput: { path: '/a' },
        _meta: { claudeCode: { toolName: 'Read' } },
      },
      {
        kind: 'tool_call',
        tool: {
          ...{ id: 'c1', title: 'Reading', toolKind: 'read', status: 'pending' },
          locations: [{ path: '/a', line: 3 }],
          rawInput: { path: '/a' },
          toolName: 'Read',
        },
      },
    ],
    [
      {
        ...{ sessionUpdate: 'tool_call_update', ...tool, status: 'completed', title: null },
        content: [
          { type: 'content', content: text('words') },
          { type: 'content', content: { type: 'resource_link', uri: 'file:///b' } },
          { type: 'diff', path: '/a', oldText: null, newText: 'new' },
          { type: 'diff', path: '/a', oldText: 'old', newText: 'new' },
          { type: 'terminal', terminalId: 't1' },
          { type: 'hologram' },
          'nothing',
        ],
        rawOutput: { ok: true },
      },
      {
        kind: 'tool_call_update',
        tool: {
          ...{ id: 'c1', status: 'completed' },
          content: [
            { type: 'text', text: 'words' },
            { type: 'other', block: 'resource_link', uri: 'file:///b' },
            { type: 'diff', path: '/a', oldText: null, newText: 'new' },
            { type: 'diff', path: '/a', oldText: 'old', newText: 'new' },
            { type: 'terminal', terminalId: 't1' },
            { type: 'other', block: 'hologram' },
          ],
          rawOutput: { ok: true },
        },
      },
    ],
    [
      { sessionUpdate: 'tool_call_update', ...tool, status: 'exploded', kind: 'teleport' },
      { kind: 'tool_call_update', tool: { id: 'c1', toolKind: 'teleport' } },
    ],
    [
      {
        sessionUpdate: 'plan',
        entries: [
          { content: 'Look', priority: 'high', status: 'completed' },
          { content: 'Fix', status: 'someday' },
          { priority: 'low' },
        ],
      },
      {
        kind: 'plan',
        entries: [
          { content: 'Look', priority: 'high', status: 'completed' },
          { content: 'Fix', priority: 'medium', status: 'pending' },
        ],
      },
    ],
    [
      {
        ...{ sessionUpdate: 'usage_update', used: 53_000, size: 200_000 },
        cost: { amount: 0.045, currency: 'USD' },
      },
      { kind: 'usage', used: 53_000, size: 200_000, cost: { amount: 0.045, currency: 'USD' } },
    ],
    [
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: 'web', description: 'Search', input: { hint: 'what' } },
          { name: 'test' },
          { description: 'nameless' },
        ],
      },
      {
        kind: 'commands',
        commands: [
          { name: 'web', description: 'Search', hint: 'what' },
          { name: 'test', description: '' },
        ],
      },
    ],
    [
      { sessionUpdate: 'current_mode_update', currentModeId: 'plan' },
      { kind: 'mode', modeId: 'plan', wide: false },
    ],
    [
      { sessionUpdate: 'current_mode_update', currentModeId: 'bypassPermissions' },
      { kind: 'mode', modeId: 'bypassPermissions', wide: true },
    ],
    [
      {
        sessionUpdate: 'config_option_update',
        configOptions: [
          {
            ...{ id: 'mode', name: 'Mode', category: 'mode', type: 'select', currentValue: 'yolo' },
            options: [{ value: 'yolo', name: 'YOLO' }],
          },
          { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
        ],
      },
      {
        kind: 'config',
        wide: true,
        options: [
          {
            ...{ id: 'mode', name: 'Mode', category: 'mode', type: 'select', currentValue: 'yolo' },
            values: [{ value: 'yolo', name: 'YOLO' }],
          },
          { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true, values: [] },
        ],
      },
    ],
    [
      { sessionUpdate: 'session_info_update', title: 'Slow PC', updatedAt: '2026-11-24T10:00:00Z' },
      { kind: 'session_info', title: 'Slow PC', updatedAt: '2026-11-24T10:00:00Z' },
    ],
    [
      { sessionUpdate: 'session_info_update', title: null },
      { kind: 'session_info', title: null },
    ],
    [
      { sessionUpdate: 'state_update', state: 'idle' },
      { kind: 'unknown', type: 'state_update', why: 'an update of this type is not known' },
    ],
    [
      { sessionUpdate: 'tool_call', title: 'x' },
      { kind: 'unknown', why: 'a tool call has no id' },
    ],
    [
      { sessionUpdate: 'tool_call', toolCallId: 'i'.repeat(1_025) },
      { kind: 'unknown', why: 'a tool call has no id' },
    ],
    [{ sessionUpdate: 'usage_update', used: -1, size: 'many' }, { kind: 'unknown' }],
    [{ sessionUpdate: 'plan', entries: 'all' }, { kind: 'unknown' }],
    [{ sessionUpdate: 'current_mode_update', currentModeId: 7 }, { kind: 'unknown' }],
    [{ sessionUpdate: 'agent_message_chunk' }, { kind: 'unknown', why: 'it has no content' }],
    [{ sessionUpdate: ['plan'] }, { kind: 'unknown', type: '' }],
  ])('%j', (update, event) => {
    const reading = new Reading();
    const read = readV1Update({ ...update }, reading);
    if ('why' in read) expect(read).toMatchObject(event);
    else expect(read).toEqual(event);
    expect(reading.cut).toBe(false);
  });
});

describe('an update of a seed agent', () => {
  it.each<[object, object]>([
    [
      { type: 'content', data: { text: 'Analyzing auth/login.go' } },
      { kind: 'text', channel: 'message', text: 'Analyzing auth/login.go' },
    ],
    [
      { type: 'thinking', data: { content: 'Hm' } },
      { kind: 'text', channel: 'thought', text: 'Hm' },
    ],
    [
      {
        type: 'toolCall',
        data: { toolName: 'file_edit', status: 'running', args: { file: 'a.go', line: 42 } },
      },
      {
        kind: 'tool_call',
        tool: {
          ...{ id: 'file_edit#1', title: 'file_edit', toolName: 'file_edit' },
          ...{ status: 'in_progress', rawInput: { file: 'a.go', line: 42 } },
        },
      },
    ],
    [
      { type: 'complete', data: { sessionId: 's', success: true, summary: 'Fixed' } },
      { kind: 'result', status: 'completed', summary: 'Fixed', artifacts: [] },
    ],
    [
      { type: 'complete', data: { success: false } },
      { kind: 'result', status: 'failed', artifacts: [] },
    ],
    [{ type: 'complete' }, { kind: 'result', status: 'completed', artifacts: [] }],
    [
      { type: 'error', data: { message: 'Failed to compile', details: 'line 45' } },
      { kind: 'error', message: 'Failed to compile', details: 'line 45' },
    ],
    [{ type: 'error' }, { kind: 'error', message: 'the agent told no reason' }],
    [
      { type: 'input_requested', data: { message: 'Which one?' } },
      {
        ...{ kind: 'question', questionId: '', text: 'Which one?' },
        ...{ inputType: 'text', options: [], required: true },
      },
    ],
    [
      { type: 'content', data: {} },
      { kind: 'unknown', type: 'content', why: 'it has no text' },
    ],
    [
      { type: 'toolCall', data: {} },
      { kind: 'unknown', type: 'toolCall', why: 'a tool has no name' },
    ],
    [
      { type: 'dance' },
      { kind: 'unknown', type: 'dance', why: 'an update of this type is not known' },
    ],
  ])('%j', (params, event) => {
    expect(new SeedReader().read({ ...params }, new Reading())).toEqual(event);
  });

  it('gives calls of tools an id from their beginning to their end', () => {
    const reader = new SeedReader();
    const call = (toolName: string, status: string) => {
      const params = { type: 'toolCall', data: { toolName, status } };
      const event = reader.read(params, new Reading());
      return event.kind === 'tool_call' || event.kind === 'tool_call_update'
        ? [event.kind, event.tool.id, event.tool.status]
        : event;
    };
    expect(call('edit', 'pending')).toEqual(['tool_call', 'edit#1', 'pending']);
    expect(call('read', 'running')).toEqual(['tool_call', 'read#2', 'in_progress']);
    expect(call('edit', 'running')).toEqual(['tool_call_update', 'edit#1', 'in_progress']);
    expect(call('edit', 'error')).toEqual(['tool_call_update', 'edit#1', 'failed']);
    expect(call('edit', 'complete')).toEqual(['tool_call', 'edit#3', 'completed']);
    expect(call('edit', 'toString')).toEqual(['tool_call', 'edit#4', undefined]);
  });
});

describe('a line of a legacy agent', () => {
  it.each<[string, object, object]>([
    [
      'progress',
      {
        progress: 150,
        message: 'Files',
        stage: 'reading',
        current_file: 'a',
        files_processed: 1,
        total_files: 2,
      },
      {
        ...{ kind: 'progress', percent: 100, message: 'Files', stage: 'reading' },
        ...{ currentFile: 'a', filesProcessed: 1, totalFiles: 2 },
      },
    ],
    ['progress', {}, { kind: 'progress', message: '' }],
    [
      'log',
      { level: 'warn', message: 'Careful' },
      { kind: 'log', level: 'warn', message: 'Careful', source: 'agent' },
    ],
    ['log', { level: 'fatal' }, { kind: 'log', level: 'info', message: '', source: 'agent' }],
    ['thinking', { content: 'Hm' }, { kind: 'text', channel: 'thought', text: 'Hm' }],
    [
      'result',
      { status: 'completed', summary: 'Done', artifacts: [{ type: 'report', path: 'r.md' }, {}] },
      {
        ...{ kind: 'result', status: 'completed', summary: 'Done' },
        artifacts: [{ type: 'report', path: 'r.md' }],
      },
    ],
    ['result', { status: 'cancelled' }, { kind: 'result', status: 'cancelled', artifacts: [] }],
    ['result', { status: 'so-so' }, { kind: 'result', status: 'failed', artifacts: [] }],
    [
      'error',
      { error: 'No such file', file: '/a', details: 'x' },
      { kind: 'error', message: 'No such file', file: '/a', details: 'x' },
    ],
    [
      'status',
      { status: 'paused', message: 'tea' },
      { kind: 'status', status: 'paused', message: 'tea' },
    ],
    ['heartbeat', {}, { kind: 'heartbeat' }],
    [
      'input_required',
      { prompt_id: 'p1', prompt: 'Which?', input_type: 'choice', options: ['a', { label: 'b' }] },
      {
        ...{ kind: 'question', questionId: 'p1', text: 'Which?', inputType: 'choice' },
        ...{ options: ['a', 'b'], required: true },
      },
    ],
    ['session_info', { session_id: 's9' }, { kind: 'session_info', agentSessionId: 's9' }],
  ])('%s %j', (type, data, event) => {
    expect(readLegacyLine({ type, agent_id: 'a', task_id: 't', data }, new Reading())).toEqual(
      event,
    );
  });
});
