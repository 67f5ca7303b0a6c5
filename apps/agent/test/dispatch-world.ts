import type { FrameOf } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { join } from 'node:path';
import type { SwitchState } from '../src/control/kill-switch.js';
import { Dispatcher } from '../src/dispatch/dispatcher.js';
import { type FaultPoint } from '../src/dispatch/faults.js';
import { Journal } from '../src/dispatch/journal.js';
import type { Handlers } from '../src/dispatch/handler.js';
import { recordingLog } from './recording-log.js';
import { someHandlers } from './some-handlers.js';
import { until } from './until.js';

type Response = FrameOf<'response'>;

/** A dispatcher with everything around it under the test's hand. */
export interface DispatchWorld {
  dispatcher: Dispatcher;
  clock: FakeClock;
  journal: Journal;
  answers: Response[];
  points: FaultPoint[];
  ask: (tool: string, args?: object, id?: string, approval?: string) => void;
  answered: (id: string) => Promise<Response>;
  switchTo: (state: SwitchState) => void;
}

export async function dispatchWorld(
  folder: string,
  handlers: Partial<Handlers> = {},
  blocked?: string,
): Promise<DispatchWorld> {
  const clock = new FakeClock();
  const { log } = recordingLog();
  const journal = await Journal.open({ file: join(folder, 'agent.journal'), clock, log });
  let state: SwitchState = { enabled: true };
  const points: FaultPoint[] = [];
  const answers: Response[] = [];
  const dispatcher = new Dispatcher({
    handlers: someHandlers(handlers),
    journal,
    killSwitch: { read: () => Promise.resolve(state) },
    guard: {
      judge: () => Promise.resolve(blocked === undefined ? undefined : { message: blocked }),
    },
    faults: { reach: (point) => points.push(point) },
    clock,
    log,
  });
  dispatcher.attach(({ response }) => answers.push(response));
  return {
    dispatcher,
    clock,
    journal,
    answers,
    points,
    ask: (tool, args = {}, id = 'id', approval) =>
      dispatcher.receive({
        ...{ type: 'request', id, tool, args: { ...args } },
        ...(approval === undefined ? {} : { approval }),
      }),
    answered: async (id) => {
      await until(() => answers.some((answer) => answer.id === id));
      return answers.find((answer) => answer.id === id) as Response;
    },
    switchTo: (next) => (state = next),
  };
}

export const shell = { stdout: 'out', stderr: '', exit_code: 0 };
export const command = { command: 'true' };
/** Runs until its signal fires. */
export const endless = (_args: unknown, { signal }: { signal: AbortSignal }): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error('ended'));
    signal.addEventListener('abort', () => reject(new Error('ended')));
  });

export const codeOf = ({ error }: Response): string | undefined => error?.code;
