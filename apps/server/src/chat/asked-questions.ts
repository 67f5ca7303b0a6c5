import {
  askOperator,
  checkWith,
  describeIssues,
  httpValidators,
  type AskOperatorArgs,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import type { ToolAnswer, ToolUse } from '@kenny/session';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK } from '../kernel/index.js';
import { errorEnd } from './turns/tool-ends.js';

/** Questions of a model to the operator: they reach no PC, and open no approval. */
@Injectable()
export class AskedQuestions {
  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'approvalTtlSecs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A person has as long as for a decision. What cannot be asked is told to the model. */
  ask({ args }: Pick<ToolUse, 'args'>): ToolAnswer {
    const issues = checkWith(httpValidators, `args:${askOperator.name}`, args);
    if (issues.length > 0) return refused(describeIssues(issues));
    const { questions } = args as unknown as AskOperatorArgs;
    const words = questions.map(({ question }) => question);
    if (new Set(words).size < words.length) return refused('questions: each one once');
    const answer_by = this.clock.now() + this.config.approvalTtlSecs * 1_000;
    return { kind: 'asked', questions, answer_by };
  }
}

function refused(message: string): ToolAnswer {
  return errorEnd({ code: 'bad_args', message }, null);
}
