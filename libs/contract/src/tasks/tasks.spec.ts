import { checkWith } from '../index.js';
import { httpValidators } from '../generated/http-validators.js';
import { wsValidators } from '../generated/ws-validators.js';

const faults = (name: string, value: unknown) =>
  checkWith(name.startsWith('payload:') ? wsValidators : httpValidators, name, value);
const ID = '6f1f2b1e-9d53-4a3e-8e8e-0f4f8d1f0c11';

describe('the shapes of tasks', () => {
  it('take what the seed shows', () => {
    for (const [action, payload] of Object.entries({
      'task.create': {
        ...{ board_id: ID, column_id: ID, title: 'Follow-up task' },
        description: 'What changes did you make in the previous task?',
        agent_type: 'augment-agent',
        metadata: { auggie_session_id: 'abc123def456' },
      },
      'task.get': { id: ID },
      'task.subscribe': { task_id: ID },
      'orchestrator.start': { task_id: ID, agent_type: 'augment-agent', priority: 2 },
      'orchestrator.stop': { task_id: ID, reason: 'User requested cancellation', force: false },
      'orchestrator.prompt': { task_id: ID, prompt: 'Please also add unit tests' },
      'orchestrator.complete': { task_id: ID },
      'orchestrator.trigger': { task_id: ID },
      'orchestrator.status': {},
      'orchestrator.queue': {},
    })) {
      expect([action, faults(`payload:${action}`, payload)]).toEqual([action, []]);
    }
  });

  it('want a title and a name, and know no others', () => {
    expect(faults('payload:task.create', {})).toHaveLength(1);
    expect(faults('http:CreateTaskBody', {})).toHaveLength(1);
    expect(faults('http:CreateBoardBody', {})).toHaveLength(1);
    expect(faults('payload:column.create', { board_id: ID })).toHaveLength(1);
    expect(faults('http:UpdateTaskBody', {})).toEqual([]);
    expect(faults('payload:task.create', { title: 'x', priority: 11 })).toHaveLength(1);
    expect(faults('payload:task.create', { title: 'x', container: 'y' })).toHaveLength(1);
  });
});

describe('the file of agent types', () => {
  const type = { id: 'your-agent', name: 'Your agent', command: ['/usr/local/bin/agent', '--acp'] };
  const file = (more: object) => faults('file:agent_types', { types: [{ ...type, ...more }] });

  it('says which programs may run, with values that may stand in files of their own', () => {
    expect(file({})).toEqual([]);
    expect(
      file({
        ...{ description: 'x', runtime: 'docker', image: 'kandev/your-agent:latest' },
        ...{ working_dir: '/workspace', memory_mb: 2048, cpu_cores: 1.5, timeout_s: 1800 },
        ...{ capabilities: ['custom_capability'], enabled: true, required_env: ['API_KEY'] },
        env: { API_KEY: { file: '/etc/kenny/key' }, MODE: 'quiet' },
        ...{ mounts: ['/srv/a:/b:ro'], workspace: '/srv/work', permissions: 'deny' },
        classes: ['read'],
      }),
    ).toEqual([]);
  });

  it.each([
    { id: '../x' },
    { runtime: 'podman' },
    { env: { 'A=B': 'x' } },
    { env: { A: 7 } },
    { env: { A: { file: '/x', other: 1 } } },
    { mounts: ['relative:/b:ro'] },
    { mounts: ['/a:/b'] },
    { memory_mb: 1 },
    { shell: true },
  ])('does not take %j', (wrong) => {
    expect(file(wrong)).not.toEqual([]);
  });
});
