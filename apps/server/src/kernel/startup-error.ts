/**
 * kenny refuses to start, in words the operator can act on. `main.ts` and the command line print
 * the message alone: no stack, no cause.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
