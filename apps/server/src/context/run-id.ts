/**
 * DI token of the id (UUID) of this server start: numbers of another start mean nothing any more.
 */
export const RUN_ID = Symbol('RUN_ID');
