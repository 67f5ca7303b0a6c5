import { CAPS } from '../constants.js';
import { Bool, Optional, Text, Whole } from '../define/decorators.js';

/**
 * What a program run by a shell left behind. Kenny's agent keeps both streams within
 * CAPS.outputBytes; of another agent's output anything that fits a frame is taken.
 */
export class ShellResult {
  @Text({ max: CAPS.responseBytes })
  stdout!: string;

  @Text({ max: CAPS.responseBytes })
  stderr!: string;

  @Whole()
  exit_code!: number;

  /** True when output was cut at its cap. */
  @Optional()
  @Bool()
  truncated?: boolean;
}
