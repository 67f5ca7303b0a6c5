import { commandFor, runCommands, TOOL } from '../command-loop.mjs';
import { HttpConnection } from './http-connection.mjs';

/** Requests that are made ready for one connection; it sends them by turns. */
const READY = 64;

/**
 * Calls a tool over the HTTP door, as the command line does.
 * @param inFlight - connections, each with one call at a time
 * @param agents - how many agents the calls are spread over
 */
export async function command(target, { inFlight, agents, ...limits }) {
  const connections = Array.from({ length: inFlight }, () => new HttpConnection(target));
  await Promise.all(connections.map(({ opened }) => opened));
  const callers = connections.map((connection, own) => {
    const requests = Array.from({ length: READY }, (_, i) =>
      connection.request(
        ...['POST', `/api/tools/${TOOL}`, target.token],
        JSON.stringify(commandFor(own * READY + i, agents)),
      ),
    );
    return async (turn) => {
      const { status, body } = await connection.send(requests[turn % READY]);
      if (status !== 200) throw new Error(`a command answered ${status}: ${body}`);
    };
  });
  try {
    return await runCommands(callers, limits);
  } finally {
    for (const connection of connections) connection.close();
  }
}
