import { Bool } from '../define/decorators.js';

/** The tool did what it says; a failure is an error instead. */
export class OkResult {
  @Bool()
  ok!: boolean;
}
