import { Text } from '../define/decorators.js';
import { defineConversationTool } from '../define/tool.js';

export class ReadSkillArgs {
  @Text({ min: 1, max: 64 })
  name!: string;
}

export class ReadSkillResult {
  @Text({ max: 64 })
  name!: string;

  @Text({ max: 100_000 })
  text!: string;
}

/** Offered only where there are skills: they are listed in the system's notes. */
export const readSkill = defineConversationTool({
  name: 'read_skill',
  title: 'Read a skill',
  description:
    "Read one of the operator's skills, by its name: notes on how something is done here. Read it before you do what it is about.",
  args: ReadSkillArgs,
  result: ReadSkillResult,
});
