import {
  AGENT_PRESETS,
  TASK_LIMITS,
  TASK_PRIORITY,
  TASK_STATES,
  TOOL_CLASSES,
  type ExitCode,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import type { Invocation, Run } from './invocation.js';
import { taskId } from './names/tasks.js';
import { count, listOf } from './option-values.js';
import { answerPermission, listPermissions, type AnswerOptions } from './task/permissions.js';
import { addType, listTypes, switchType } from './task/types.js';
import { listTasks, showTask, type ListOptions } from './task/views.js';
import { watchTaskEvents, type WatchOptions } from './task/watch.js';
import {
  changeQueue,
  completeTask,
  createTask,
  deleteTask,
  promptTask,
  showStatus,
  startTask,
  stopTask,
  triggerTask,
  updateTask,
  type QueueOptions,
  type StartOptions,
  type StopOptions,
  type TaskFields,
} from './task/work.js';

const priority = count(TASK_PRIORITY.most);

export function addTaskCommands(program: Command, run: Run): void {
  const task = program.command('task').description('work for external AI agents');
  addTheTasks(task, run);
  addTheWork(task, run);
  addThePermissions(task, run);
}

/** Work on a task that the command line gave by the beginning of its id. */
function named(given: string, work: (call: Invocation, id: string) => Promise<ExitCode>) {
  return async (call: Invocation) => work(call, await taskId(call.client(), given));
}

function addTheTasks(task: Command, run: Run): void {
  fields(task.command('create <title>'))
    .description('a new task; it waits until it is started')
    .option('--start', 'and start it at once')
    .action((title: string, options: TaskFields & { start?: boolean }, command: Command) =>
      run(command, (call) => createTask(call, title, options)),
    );
  task
    .command('list')
    .description('tasks, the one that changed last first')
    .addOption(new Option('--state <state>', 'only these').choices(TASK_STATES))
    .option('--agent <type>', 'only of this agent type')
    .option('--owner <operator>', 'only of this person')
    .option('--limit <rows>', 'at most so many', count(TASK_LIMITS.page), '20')
    .option('--cursor <text>', 'continue where the previous page ended')
    .action((options: ListOptions, command: Command) =>
      run(command, (call) => listTasks(call, options)),
    );
  task
    .command('show <task>')
    .description('one task: what it is at, its prompts and its agents')
    .action((id: string, _: object, command: Command) =>
      run(
        command,
        named(id, (call, task) => showTask(call, task)),
      ),
    );
  fields(task.command('update <task>').option('--title <text>', 'another title'))
    .description('change what is given')
    .action((id: string, options: TaskFields & { title?: string }, command: Command) =>
      run(
        command,
        named(id, (call, task) => updateTask(call, task, options)),
      ),
    );
  task
    .command('delete <task>')
    .description('end it and forget what was said; the audit log stays')
    .option('-y, --yes', 'do not ask')
    .action((id: string, options: { yes?: boolean }, command: Command) =>
      run(
        command,
        named(id, (call, task) => deleteTask(call, task, options, id)),
      ),
    );
  task
    .command('watch <task>')
    .description('what its agent says and does as it happens, until Ctrl+C')
    .option('--since <seq>', 'first what came after this event; 0: all of it', count(999_999_999))
    .action((id: string, options: WatchOptions, command: Command) =>
      run(
        command,
        named(id, (call, task) => watchTaskEvents(call, task, options)),
      ),
    );
}

function fields(command: Command): Command {
  return command
    .option('--description <text>', 'what the agent is to do')
    .option('--agent <type>', 'which agent; "kenny task types" lists them')
    .option('--pc <pcs>', 'the PCs it is about, comma separated (default: all you reach)', listOf)
    .addOption(
      new Option('--class <classes>', 'what the agent may ask for, comma separated').argParser(
        listOf,
      ),
    )
    .addHelpText('after', `\nClasses: ${TOOL_CLASSES.join(', ')}.`)
    .option('--priority <number>', '0 to 10; higher goes first', priority);
}

function addTheWork(task: Command, run: Run): void {
  task
    .command('start <task>')
    .description('start its agent, or put it into the queue')
    .option('--agent <type>', 'with this agent')
    .option('--priority <number>', '0 to 10; higher goes first', priority)
    .action((id: string, options: StartOptions, command: Command) =>
      run(
        command,
        named(id, (call, task) => startTask(call, task, options)),
      ),
    );
  task
    .command('stop <task>')
    .description('cancel the turn; the agent keeps what it knows')
    .option('--reason <text>', 'for the audit log')
    .option('--force', 'end its processes without asking it first')
    .action((id: string, options: StopOptions, command: Command) =>
      run(
        command,
        named(id, (call, task) => stopTask(call, task, options)),
      ),
    );
  task
    .command('prompt <task> <text>')
    .description('say more; while a turn is at work it waits for its end')
    .action((id: string, text: string, _: object, command: Command) =>
      run(
        command,
        named(id, (call, task) => promptTask(call, task, text)),
      ),
    );
  task
    .command('complete <task>')
    .description('end the agent; the task is done')
    .action((id: string, _: object, command: Command) =>
      run(
        command,
        named(id, (call, task) => completeTask(call, task)),
      ),
    );
  task
    .command('trigger <task>')
    .description('put it into the queue')
    .action((id: string, _: object, command: Command) =>
      run(
        command,
        named(id, (call, task) => triggerTask(call, task)),
      ),
    );
  task
    .command('status')
    .description('how much is at work, and how much waits')
    .action((_: object, command: Command) => run(command, showStatus));
  task
    .command('queue [task]')
    .description('what waits for a slot, in its order; with an id, move that task or take it out')
    .option('--priority <number>', '0 to 10; higher goes first', priority)
    .addOption(new Option('--remove', 'take it out of the queue').conflicts('priority'))
    .action((id: string | undefined, options: QueueOptions, command: Command) =>
      run(command, (call) =>
        id === undefined
          ? changeQueue(call, id, options)
          : named(id, (own, task) => changeQueue(own, task, options))(call),
      ),
    );
}

function addThePermissions(task: Command, run: Run): void {
  task
    .command('permissions <task>')
    .description('what its agent wanted to do on the server itself')
    .action((id: string, _: object, command: Command) =>
      run(
        command,
        named(id, (call, task) => listPermissions(call, task)),
      ),
    );
  for (const word of ['allow', 'deny'] as const) {
    const command = task
      .command(`${word} <task> <permission>`)
      .description(
        word === 'allow' ? 'show what it wants, ask, and allow it once' : 'tell the agent no',
      );
    if (word === 'allow') command.option('-y, --yes', 'do not ask: somebody has read it');
    command.action((id: string, permission: string, options: AnswerOptions, own: Command) =>
      run(
        own,
        named(id, (call, task) => answerPermission(call, { id: task, permission, word }, options)),
      ),
    );
  }
  task
    .command('types')
    .description('agent types, and whether they can run on the server')
    .addOption(new Option('--enable <type>', 'switch it on').conflicts('disable'))
    .option('--disable <type>', 'switch it off')
    .addOption(
      new Option(
        '--add <type>',
        'set up one that kenny knows, on the server: asks for its key and writes agent-types.json',
      )
        .choices(AGENT_PRESETS.map(({ id }) => id))
        .conflicts(['enable', 'disable']),
    )
    .action((options: { enable?: string; disable?: string; add?: string }, command: Command) =>
      run(command, (call) => {
        if (options.add !== undefined) return addType(call, options.add);
        return (options.enable ?? options.disable) ? switchType(call, options) : listTypes(call);
      }),
    );
}
