import {
  API_PATHS,
  type ApprovalList,
  type ApprovalView,
  type PermissionList,
  type TaskDetail,
  type TaskView,
} from '@kenny/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { FrameTap } from './harness/frame-tap.js';
import { Installation } from './harness/installation.js';
import { agentTypeOf, REAL_AGENTS, whyNoRealAgents } from './harness/real-agents.js';
import { aWorld } from './harness/world.js';

/**
 * Agents of two makers behind kenny, each as its maker ships it; only the model that they ask is ours.
 * They find kenny's tools by themselves, read, ask for a change, and hear later what became of it.
 */
const reason = whyNoRealAgents();
if (reason !== undefined) process.stdout.write(`\nreal agents were not tried: ${reason}\n`);

const PATIENCE_MS = 120_000;
const world = aWorld();

(reason === undefined ? describe : describe.skip)('a task of a real agent', () => {
  it.each(REAL_AGENTS.map((agent) => [agent.id, agent] as const))(
    '%s reads, asks for a change, and goes on when a person has approved it',
    world.telling(async (id, agent) => {
      const file = join(world.makeFolder(`${id}-lines`), 'spooler');
      const change = {
        tool: 'shell_exec',
        args: { agent_id: 'this-pc', command: `echo restarted >> ${file}`, reason: 'it hangs' },
      };
      const serverEnv = await agentTypeOf(world, agent, [
        { tool: 'list_agents', args: {} },
        change,
        { text: 'The change waits for approval.' },
        change,
        { text: 'The spooler runs again.' },
      ]);
      const agentEnv: Record<string, string> = {};
      const installation = await Installation.prepare(world, id, { serverEnv, agentEnv });
      const tap = await FrameTap.start(installation.api.url);
      world.onClose(() => tap.stop());
      agentEnv['KENNY_SERVER'] = tap.url;
      await installation.startServer();
      await installation.addAgent();
      installation.startAgent();
      await installation.online();

      const { api } = installation;
      const created = await api.post<TaskView>(API_PATHS.tasks, {
        ...{ title: 'The printer does not print', agent_type: id, agents: ['this-pc'] },
      });
      expect([created.status, created.text]).toEqual([201, expect.any(String)]);
      const task = created.body.id;
      const look = async () => (await api.get<TaskDetail>(API_PATHS.task(task))).body;
      const started = await api.post(API_PATHS.taskStart(task), {});
      expect([started.status, started.text]).toEqual([200, expect.any(String)]);

      // Where a maker's program does not prove that an ask is about kenny's tool, a person is asked.
      const allowWhatIsAsked = async () => {
        const { body } = await api.get<PermissionList>(API_PATHS.taskPermissions(task));
        for (const { pending_id, options, outcome } of body.permissions) {
          const once = options.find(({ kind }) => kind === 'allow_once');
          if (outcome !== null || !once) continue;
          const path = API_PATHS.taskPermission(task, pending_id);
          const { status } = await api.post(path, { option_id: once.option_id });
          expect(status).toBe(200);
        }
      };

      const approval = await eventually<ApprovalView>(
        'a change waits',
        async () => {
          const { body } = await api.get<ApprovalList>(API_PATHS.approvals);
          const [found] = body.items;
          if (found) return found;
          await allowWhatIsAsked();
          const { state, error } = await look();
          if (state === 'FAILED') throw new Error(`the task failed: ${JSON.stringify(error)}`);
          return undefined;
        },
        PATIENCE_MS,
      );
      expect(approval).toMatchObject({
        ...{ tool: 'shell_exec', door: 'task', state: 'pending' },
        requested_by: { kind: 'task', id: task, name: 'The printer does not print' },
      });
      expect(existsSync(file)).toBe(false);
      await eventually(
        'the turn ends',
        async () => {
          await allowWhatIsAsked();
          return (await look()).agent_instances[0]?.status === 'READY' ? true : undefined;
        },
        PATIENCE_MS,
      );
      const waiting = await look();
      expect(waiting.tools?.listed_at).not.toBeNull();
      expect(waiting.sandboxed).toBe(true);

      await api.decide(approval, 'approve');
      await eventually('the change has run', () => existsSync(file) || undefined);
      // By itself: nobody has to tell it.
      await eventually(
        'the second turn ends',
        async () => {
          await allowWhatIsAsked();
          const { prompts, state } = await look();
          return prompts.length === 2 && state === 'REVIEW' ? true : undefined;
        },
        PATIENCE_MS,
      );
      const completed = await api.post(API_PATHS.taskComplete(task), {});
      expect([completed.status, completed.text]).toEqual([200, expect.any(String)]);
      expect((await look()).state).toBe('COMPLETED');
      expect(readFileSync(file, 'utf8')).toBe('restarted\n');
      expect(tap.requestsFor('shell_exec')).toHaveLength(1);
    }),
    400_000,
  );
});
