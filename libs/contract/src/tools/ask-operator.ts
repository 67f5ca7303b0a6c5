import { Field, ListOf, Optional, Text } from '../define/decorators.js';
import { defineConversationTool } from '../define/tool.js';
import { QUESTION_LIMITS } from '../http/vocabulary.js';

const NOT_BLANK = '\\S';

export class QuestionOption {
  @Text({ pattern: NOT_BLANK, max: QUESTION_LIMITS.label })
  label!: string;

  @Text({ pattern: NOT_BLANK, max: QUESTION_LIMITS.description })
  description!: string;
}

/** One question to a person, as a model words it (seed 004). */
export class AskedQuestion {
  @Text({ pattern: NOT_BLANK, max: QUESTION_LIMITS.header })
  @Field({ description: 'What it is about, in a word or two.' })
  header!: string;

  @Text({ pattern: NOT_BLANK, max: QUESTION_LIMITS.question })
  question!: string;

  /** Suggestions: the answer may always be something else. */
  @Optional()
  @ListOf(() => QuestionOption, QUESTION_LIMITS.options.most, QUESTION_LIMITS.options.least)
  @Field({ description: 'Answers to choose from; the operator may always write another one.' })
  options?: QuestionOption[];
}

/** What was answered to the question with exactly these words. */
export class QuestionReply {
  @Text({ min: 1, max: QUESTION_LIMITS.question })
  question!: string;

  @Text({ pattern: NOT_BLANK, max: QUESTION_LIMITS.answer })
  answer!: string;
}

export class AskOperatorArgs {
  @ListOf(() => AskedQuestion, QUESTION_LIMITS.questions, 1)
  questions!: AskedQuestion[];
}

export class AskOperatorResult {
  /** In the order of the questions. */
  @ListOf(() => QuestionReply, QUESTION_LIMITS.questions)
  answers!: QuestionReply[];
}

export const askOperator = defineConversationTool({
  name: 'ask_operator',
  title: 'Ask a question',
  description:
    'Ask the operator what only a person can say: which of several things is meant, or a fact that no tool shows. The answer comes as the result. It approves nothing.',
  args: AskOperatorArgs,
  result: AskOperatorResult,
});
