import { commandFor, runCommands } from './command-loop.mjs';

/** Lets the bench ask this very process to run commands. @param call - makes one command */
export function answerCommands(call) {
  process.on('message', ({ command, id }) => {
    if (!command) return;
    const { inFlight, agents, ...limits } = command;
    const callers = Array.from(
      { length: inFlight },
      () => (turn) => call(commandFor(turn, agents)),
    );
    runCommands(callers, limits).then(
      (result) => process.send({ load: id, result }),
      (error) => process.send({ load: id, error: String(error?.stack ?? error) }),
    );
  });
}
