import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { buildAgent, spawnAgent } from './built-agent.js';
import { TestServer } from './test-server.js';

/**
 * Says in a process of its own what was loaded before memory was spared, and, once the program itself
 * has been loaded, whether V8 optimises a function that has run for long.
 */
const PROBE = `
  const Module = require('node:module');
  const v8 = require('node:v8');
  const say = (what) => process.stderr.write('probe: ' + what + '\\n');
  const { _load } = Module;
  Module._load = function (name, ...rest) { say('loads ' + name); return _load.call(this, name, ...rest); };
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => { say('sets ' + flag); setFlagsFromString(flag); };
  function work(n) { let sum = 0; for (let i = 0; i < n; i += 1) sum += i % 7; return sum; }
  const OPTIMISED = 16;
  setImmediate(() => {
    for (let i = 0; i < 300; i += 1) work(100_000);
    say((%GetOptimizationStatus(work) & OPTIMISED) ? 'optimised' : 'not optimised');
  });
`;

let build: string;
let agent: string;
let server: TestServer;
const folder = temporaryFolder();

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'kenny-agent-build-'));
  agent = await buildAgent(build);
  await writeFile(join(build, 'probe.cjs'), PROBE);
});
afterAll(() => rm(build, { recursive: true, force: true }));
beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.close());

const words = (): string[] => [
  '--allow-natives-syntax',
  ...['--require', join(build, 'probe.cjs')],
  agent,
];
const told = (output: string): string[] =>
  [...output.matchAll(/^probe: (.*)$/gm)].map(([, what = '']) => what);

describe('the memory of the agent', () => {
  it('is spared by the service from its first module on', async () => {
    const { child, ended, output } = spawnAgent(words(), server, join(folder.path, 'state'));
    try {
      await until(() => told(output()).some((what) => what.endsWith('optimised')));
      const firstAre = told(output()).filter((what) => !what.endsWith(agent));
      expect(firstAre.slice(0, 3)).toEqual([
        'loads node:v8',
        'sets --no-sparkplug',
        'sets --no-opt',
      ]);
      expect(firstAre).toContain('not optimised');
      expect(output()).not.toMatch(/unrecognized flag/);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });

  it('is no matter for a command that ends by itself', () => {
    const { stderr, status } = spawnSync(process.execPath, [...words(), 'version'], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(told(stderr).filter((what) => what.startsWith('sets'))).toEqual([]);
    expect(told(stderr)).toContain('optimised');
  });
});
