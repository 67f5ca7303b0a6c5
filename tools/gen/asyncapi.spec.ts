import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Document {
  readonly channels: Record<string, Record<'publish' | 'subscribe', { message: unknown }>>;
  readonly components: {
    readonly messages: Record<string, { payload: object }>;
    readonly schemas: Record<string, object>;
  };
}

const document = parse(readFileSync(join(process.cwd(), 'docs/asyncapi.yaml'), 'utf8')) as Document;
const { messages, schemas } = document.components;
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'doc', components: { schemas } });

/** What is wrong with a message, by the document alone. */
function faults(name: string, message: object): unknown[] {
  const payload = JSON.parse(
    JSON.stringify(messages[name]?.payload).replaceAll('"#/', '"doc#/'),
  ) as object;
  const judge = ajv.compile(payload);
  return judge(message) ? [] : (judge.errors ?? []);
}

function refsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' ? [String(value)] : refsIn(value),
  );
}

const request = (action: string, payload: object) => ({
  ...{ id: '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11', type: 'request', action, payload },
});

describe('docs/asyncapi.yaml', () => {
  it('refers to nothing that it does not have', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) {
      const [, , kind = '', name = ''] = ref.split('/');
      const there: Record<string, unknown> = kind === 'messages' ? messages : schemas;
      expect([ref, name in there]).toEqual([ref, true]);
    }
  });

  it('has every action both ways, and every push', () => {
    const asked = Object.keys(messages).filter((name) => name.endsWith('.request'));
    const answered = asked.map((name) => name.replace(/request$/, 'response'));
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(answered));
    for (const name of ['orchestrator.start', 'task.subscribe', 'permission.respond']) {
      expect(asked).toContain(`${name}.request`);
    }
    for (const name of ['acp.progress', 'acp.update', 'task.replay_done', 'stream.gap']) {
      expect(messages).toHaveProperty([`${name}.notification`]);
    }
  });

  it('takes what the seed shows, and nothing else', () => {
    const start = { task_id: 'uuid', agent_type: 'augment-agent', priority: 2 };
    const name = 'orchestrator.start.request';
    expect(faults(name, request('orchestrator.start', start))).toEqual([]);
    expect(faults(name, request('orchestrator.start', {}))).not.toEqual([]);
    expect(faults(name, request('orchestrator.start', { ...start, env: {} }))).not.toEqual([]);
    expect(faults(name, request('orchestrator.stop', start))).not.toEqual([]);
    const progress = {
      ...{ id: 'uuid', type: 'notification', action: 'acp.progress' },
      payload: {
        ...{ task_id: 'uuid', type: 'progress', seq: 7, timestamp: '2026-01-10T12:00:00Z' },
        data: { progress: 50, stage: 'executing', message: 'Processing files...' },
      },
      timestamp: '2026-01-10T12:00:00Z',
    };
    expect(faults('acp.progress.notification', progress)).toEqual([]);
  });
});
