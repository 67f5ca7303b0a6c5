/** DI token of the `Brain` that answers in conversations. */
export const BRAIN = Symbol('BRAIN');
