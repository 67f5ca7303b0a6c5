import type { ProgramResult } from '../../src/platform/run-program.js';

/** What is known of a program that ran to its end, said nothing and found nothing wrong. */
export const ENDED: ProgramResult = {
  stdout: '',
  stderr: '',
  exit_code: 0,
  truncated: false,
  timed_out: false,
  aborted: false,
  signal: null,
};
