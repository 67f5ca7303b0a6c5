import { scriptedAgent, type AgentScript, type AgentStep } from '@kenny/acp/testing';
import {
  API_PATHS,
  SERVER_FILES,
  TASK_LIMITS,
  type TaskDetail,
  type TaskView,
} from '@kenny/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { hostileStrings } from './hostile-text.js';
import type { Installation } from './installation.js';

const AGENT = 'hostile-agent';

/** Before the server starts: an agent that says the corpus wherever ACP has room for text. */
export function hostileAgentOf({ dataDir }: Installation): void {
  const strings = hostileStrings().map(({ text }) => text);
  const [name = '', description = '', title = '', yes = '', no = ''] = strings;
  const script: AgentScript = {
    dialect: 'v1',
    on: {
      'session/prompt': [
        ...strings.flatMap((text, at) => saidEverywhere(text, at)),
        {
          permission: {
            toolCall: { ...toolCall(title, 'last'), status: 'pending' },
            options: [
              { optionId: 'yes', name: yes, kind: 'allow_once' },
              { optionId: 'no', name: no, kind: 'reject_once' },
            ],
          },
        },
      ],
    },
  };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Too long for an argument.
  const file = join(dataDir, 'hostile-agent.json');
  writeFileSync(file, JSON.stringify(script));
  const command = scriptedAgent(file);
  const type = { ...{ id: AGENT, name, description, command }, permissions: 'ask' };
  const types = JSON.stringify({ types: [type] });
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), types, { mode: 0o600 });
}

/** A task that somebody named like that as well. @returns its id, once it waits for a person */
export async function hostileTask({ api }: Installation, agentId: string): Promise<string> {
  const strings = hostileStrings().map(({ text }) => text);
  const { body, status, text } = await api.post<TaskView>(API_PATHS.tasks, {
    ...{
      title: whole(strings[0] ?? '').slice(0, TASK_LIMITS.title),
      agent_type: AGENT,
      agents: [agentId],
    },
    ...{
      description: whole(strings.join('\n').slice(0, TASK_LIMITS.description)),
      assigned_to: strings[1],
    },
  });
  if (status !== 201) throw new Error(`making the task answered ${status}: ${text}`);
  const started = await api.post(API_PATHS.taskStart(body.id), {});
  if (started.status !== 200) throw new Error(`starting it answered ${started.text}`);
  await eventually(
    'the hostile agent asks for a permission',
    async () => {
      const { body: task } = await api.get<TaskDetail>(API_PATHS.task(body.id));
      if (task.state === 'FAILED') throw new Error(`it failed: ${JSON.stringify(task.error)}`);
      return task.waits_for.length > 0 ? task : undefined;
    },
    60_000,
  );
  return body.id;
}

const toolCall = (text: string, id: string) => ({
  ...{ toolCallId: id, title: text, kind: 'execute', rawInput: { command: text } },
  ...{
    locations: [{ path: text }],
    content: [{ type: 'content', content: { type: 'text', text } }],
  },
});

function saidEverywhere(text: string, at: number): AgentStep[] {
  const diff = { type: 'diff', path: text, oldText: text, newText: `${text}\n${text}` };
  return [
    { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
    { update: { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } } },
    { update: { sessionUpdate: 'tool_call', ...toolCall(text, `c${at}`), status: 'in_progress' } },
    {
      update: {
        ...{ sessionUpdate: 'tool_call_update', toolCallId: `c${at}`, status: 'completed' },
        ...{ content: [diff], rawOutput: { [text.slice(0, 60)]: text } },
      },
    },
    {
      update: {
        sessionUpdate: 'plan',
        entries: [{ content: text, status: 'pending', priority: 'medium' }],
      },
    },
    {
      update: {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: text, description: text }],
      },
    },
    { update: { sessionUpdate: text, anything: text } },
  ];
}

/** Half a character and NUL are refused at the door. */
const whole = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '');
