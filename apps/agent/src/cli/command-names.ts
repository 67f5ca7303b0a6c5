/** The service's command, the only long-running one. */
export const RUN_COMMAND = 'run';
