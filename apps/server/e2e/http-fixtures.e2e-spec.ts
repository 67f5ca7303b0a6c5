import { buildAgentctl, fixture } from '@kenny/testing';
import { readdirSync } from 'node:fs';
import type { ApiDocument } from '../test/api-judge.js';
import { AServer } from '../test/a-server.js';
import { BucketDouble } from '../test/bucket-double.js';
import { alertAnswers } from '../test/http-alert-answers.js';
import { httpAnswers, lossAnswers } from '../test/http-answers.js';
import { tailscaleAnswers } from '../test/http-tailscale-answers.js';
import { taskAnswers } from '../test/http-task-answers.js';
import { TasksWorld } from '../test/tasks-world.js';
import { keepDatabase } from '../test/set-back.js';
import { tempDirs } from '../test/temp-dir.js';
import { ToldBrain } from '../test/told-brain.js';

const newDir = tempDirs();
const bucket = new BucketDouble();
let server: AServer;
let answers: Record<string, unknown>;

beforeAll(async () => {
  const brain = new ToldBrain();
  await bucket.start();
  // What is sent stays on its way, so that it is seen.
  bucket.instead = ({ method }) => (method === 'PUT' ? 'answered' : undefined);
  const env = { KENNY_PUSH_HOSTS: 'push.example.org', ...bucket.env() };
  server = await AServer.start({ dataDir: newDir(), brain, env });
  answers = {
    ...(await httpAnswers(server, brain)),
    ...(await alertAnswers(server)),
    ...tailscaleAnswers,
    ...(await answersAfterLoss()),
    ...(await answersOfTasks()),
  };
  brain.mustBeDone();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await bucket.stop();
});

/** A server has been at work in the folder, and its database is older now. */
async function answersAfterLoss(): Promise<Record<string, unknown>> {
  const dataDir = newDir();
  await (await AServer.start({ dataDir })).stop();
  const kept = await keepDatabase(dataDir);
  await (await AServer.start({ dataDir })).stop();
  await kept.putBack();
  const setBack = await AServer.start({ dataDir });
  try {
    return await lossAnswers(setBack);
  } finally {
    await setBack.stop();
  }
}

async function answersOfTasks(): Promise<Record<string, unknown>> {
  const world = await TasksWorld.start({
    dataDir: newDir(),
    agentctl: await buildAgentctl(newDir()),
  });
  try {
    return await taskAnswers(world);
  } finally {
    await world.stop();
  }
}

const FILES = readdirSync(new URL('../../../fixtures/http/', import.meta.url)).sort();

/** Keys and kinds of a value; the entries of a list count once for each kind of entry. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const kinds = new Set(value.map((entry) => JSON.stringify(shapeOf(entry))));
    return [...kinds].sort().map((kind): unknown => JSON.parse(kind));
  }
  if (typeof value !== 'object') return typeof value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, shapeOf(child)]));
}

describe('the fixtures of the HTTP door', () => {
  it('are those that the server is held to', () => {
    expect(FILES).toEqual(
      Object.keys(answers)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  it.each(FILES)('%s has the shape of what the server really says', (file) => {
    const said = answers[file.replace('.json', '')];
    expect(shapeOf(said)).toEqual(shapeOf(fixture(`http/${file}`)));
  });

  it('show every shape that the API document has an answer of', async () => {
    const { body: document } = await server.http<ApiDocument>('GET', '/api/docs');
    const shown = new Set(FILES.map((file) => file.replace('.json', '').replaceAll('_', '')));
    const shapes = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => {
        const ref = content?.['application/json']?.schema['$ref'];
        return typeof ref === 'string' ? [ref.split('/').at(-1)?.toLowerCase() ?? ''] : [];
      });
    // These two are their own best example, and long.
    const left = ['catalogview', 'apidescription'];
    // A snapshot is the result of the tool that shows it.
    const named = shapes.map((name) => (name === 'agentsnapshotresult' ? 'snapshotview' : name));
    expect(named.filter((name) => !shown.has(name) && !left.includes(name))).toEqual([]);
  });
});
