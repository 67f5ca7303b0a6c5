import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Chats } from './chats.mjs';
import { command } from './commands.mjs';
import { Fleet } from './fleet.mjs';
import { flood, health } from './flood.mjs';
import { Model } from './model.mjs';
import { sendSnapshots } from './snapshots.mjs';
import { Watchers } from './watchers.mjs';
import { wsTrips } from './ws-trips.mjs';

/**
 * The load generator: a process of its own that plays agents, callers, dashboards, and a model with
 * those who talk to it. Its parent asks `{method, params, id}`; each answer says what the generator
 * itself used, so that nobody takes the generator's limit for the server's.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let target;
let fleet;
let watchers;
let chats;
const model = new Model();

const methods = {
  /** @param params.url - the server's; `ca` its certificate, `token` an operator's */
  aim: (params) => {
    target = params;
    fleet = new Fleet(target);
    watchers = new Watchers(target);
    chats = new Chats(target, model);
  },
  connect: ({ from, to, atOnce }) => fleet.connect(from, to, atOnce),
  comeBack: () => fleet.comeBack(),
  hangUp: () => fleet.hangUp(),
  command: (params) => command(target, params),
  flood: (params) => flood(target, params),
  health: (params) => health(target, params),
  snapshots: (params) => sendSnapshots(fleet, params),
  watch: ({ count }) => watchers.open(count),
  watched: () => watchers.figures(),
  unwatch: () => watchers.close(),
  wsTrips: (params) => wsTrips(target, params),
  model: () => model.start(),
  firstCharacters: ({ count }) => chats.firstCharacters(count),
  beginChats: ({ count }) => chats.begin(count),
  endChats: () => chats.end(),
};

process.on('message', ({ method, params, id }) => {
  void answer(method, params).then((result) => process.send({ load: id, ...result }));
});
process.on('disconnect', () => process.exit());
process.send({ type: 'ready' });

async function answer(method, params) {
  delay.reset();
  const cpu = process.cpuUsage();
  const started = performance.now();
  try {
    const result = await methods[method](params);
    const { user, system } = process.cpuUsage(cpu);
    const ms = performance.now() - started;
    return { result, ms, busy: (user + system) / 1000 / ms };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}
