/** DI token of the `Clock` port; provided by `ConfigModule`. */
export const CLOCK = Symbol('CLOCK');

/** DI token of this server start's id (UUID): sequence numbers of another start are worthless. */
export const RUN_ID = Symbol('RUN_ID');
