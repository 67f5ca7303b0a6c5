/** The command of the service: the only one that lives longer than its answer. */
export const RUN_COMMAND = 'run';
