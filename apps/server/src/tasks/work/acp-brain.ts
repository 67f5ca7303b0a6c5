import {
  BrainFailure,
  type Brain,
  type BrainVoice,
  type BrainWork,
  type Thought,
  type TurnError,
} from '@kenny/session';
import { TASK_FAULTS, type AcpStopReason } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { AgentFault, type TurnResult } from './agents.js';
import { AtWork } from './at-work.js';
import { TurnRunner } from './turn-runner.js';

/** Ends of a turn that are none of a talk, but no fault of the agent's program either. */
const EARLY: Partial<Record<AcpStopReason, TurnError>> = {
  refusal: { code: 'agent_refused', message: TASK_FAULTS.agent_refused },
  max_tokens: { code: 'agent_max_tokens', message: TASK_FAULTS.agent_max_tokens },
  max_turn_requests: {
    code: 'agent_max_turn_requests',
    message: TASK_FAULTS.agent_max_turn_requests,
  },
  cancelled: { code: 'agent_failed', message: 'The agent ended its turn without an answer.' },
};
/** A turn that has ended so has ended: the task is ready for review. */
export const EARLY_CODES: readonly string[] = [
  ...['agent_refused', 'agent_max_tokens', 'agent_max_turn_requests'],
];

/** Answers in the conversations of tasks: an agent that is a program and calls tools by itself. */
@Injectable()
export class AcpBrain implements Brain {
  constructor(
    private readonly atWork: AtWork,
    private readonly runner: TurnRunner,
  ) {}

  async think({ turn }: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought> {
    const { task_id } = turn.requester;
    const work = typeof task_id === 'string' ? this.atWork.get(task_id) : undefined;
    if (!work || signal.aborted) throw new BrainFailure('interrupted', TASK_FAULTS.interrupted);
    const running = this.runner.run(work, turn, voice, AbortSignal.any([signal, work.signal]));
    work.thinking = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return thoughtOf(await running);
    } catch (error) {
      if (error instanceof AgentFault) throw new BrainFailure(error.code, error.message);
      throw error;
    }
  }
}

function thoughtOf({ stop, text, summary }: TurnResult): Thought {
  const said = text === '' ? (summary ?? '') : text;
  const early = EARLY[stop];
  return {
    ...{ raw: null, text: said, calls: [] },
    stop: early ? { early } : 'end',
  };
}
