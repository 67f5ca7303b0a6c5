import { API_PATHS } from '@kenny/contract/client';
import { median } from '../figures.mjs';
import { connectedLoad } from './commands.mjs';
import { IN_FLIGHT } from '../options.mjs';

const ROUNDS = 5;
const LOOK_MS = 100;

/** Commands while one backup after the other is made, and while none is, by turns. */
export const backup = {
  name: 'backup',
  goals: ['backup-command'],
  async *run(bench) {
    const { world, sizes } = bench;
    const folder = await world.fleetFolder(sizes.few);
    const server = await world.startServer(folder, { callers: true });
    const load = await connectedLoad(bench, server);
    const { few: agents, seconds, auditRows } = sizes;
    await server.command({ inFlight: IN_FLIGHT, agents, count: auditRows });
    const round = () => server.command({ inFlight: IN_FLIGHT, agents, seconds });
    const p99 = { without: [], during: [] };
    let made = 0;
    for (let i = 0; i < ROUNDS; i += 1) {
      p99.without.push((await round()).p99);
      const backups = keepMaking(world, server);
      p99.during.push((await round()).p99);
      made += await backups.stop();
    }
    await load.stop();
    await server.stop();
    const [during, without] = [median(p99.during), median(p99.without)];
    const note = `${during.toFixed(1)} ms with, ${without.toFixed(1)} ms without, the middle of ${ROUNDS} rounds each; ${made} backups`;
    yield { id: 'backup-command', value: during / without, note };
  },
};

function keepMaking(world, server) {
  let over = false;
  let made = 0;
  const ask = async (method) => {
    const response = await fetch(new URL(API_PATHS.serverBackups, server.url), {
      method,
      headers: { authorization: `Bearer ${world.token}` },
    });
    return response.json();
  };
  const work = (async () => {
    while (!over) {
      const { items, trouble } = await ask('POST');
      if (trouble) throw new Error(trouble);
      while ((await ask('GET')).running) await new Promise((go) => setTimeout(go, LOOK_MS));
      if ((await ask('GET')).items.length > (items?.length ?? Infinity)) made += 1;
      // Their names have whole seconds.
      await new Promise((go) => setTimeout(go, 1_000));
    }
  })();
  return {
    stop: async () => {
      over = true;
      await work;
      return made;
    },
  };
}
