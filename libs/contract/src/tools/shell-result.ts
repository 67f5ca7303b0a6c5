import { CAPS } from '../constants.js';
import { Bool, Optional, Text, Whole } from '../define/decorators.js';

/** What a program run by a shell left behind. Both streams together stay within CAPS.outputBytes. */
export class ShellResult {
  @Text({ max: CAPS.outputBytes })
  stdout!: string;

  @Text({ max: CAPS.outputBytes })
  stderr!: string;

  @Whole()
  exit_code!: number;

  /** True when output was cut at its cap. */
  @Optional()
  @Bool()
  truncated?: boolean;
}
