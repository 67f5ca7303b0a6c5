export {
  PROMPT_LIMITS,
  PromptFiles,
  type Listing,
  type PromptFile,
  type RefusedFile,
  type SkillFile,
} from './prompt-files.js';
export { PromptsModule } from './prompts.module.js';
