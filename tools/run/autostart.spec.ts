import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OURS, ownSettings, unitOf } from './autostart-unit.mjs';

const unit = (place: object = {}) =>
  unitOf({ node: '/usr/bin/node', root: '/home/anna/kenny', user: 'anna', ...place });

describe('the service of npm run autostart', () => {
  it('is marked as its own, and does as npm start does, as whoever typed it', () => {
    const lines = unit().split('\n');
    expect(lines[0]).toBe(OURS);
    expect(lines).toEqual(
      expect.arrayContaining([
        'User=anna',
        'WorkingDirectory=/home/anna/kenny',
        'ExecStart="/usr/bin/node" "/home/anna/kenny/tools/run/start-here.mjs"',
      ]),
    );
  });

  it('takes a folder of any name', () => {
    const lines = unit({ root: '/home/a b/100% "k\\$x"' }).split('\n');
    expect(lines).toContain('WorkingDirectory=/home/a b/100%% "k\\$x"');
    expect(lines).toContain(
      'ExecStart="/usr/bin/node" "/home/a b/100%% \\"k\\\\$$x\\"/tools/run/start-here.mjs"',
    );
  });

  it('does not have the settings of a terminal', () => {
    expect(ownSettings({ KENNY_PORT: '1', PATH: '/bin' })).toEqual(['KENNY_PORT']);
  });
});

it.each([['on'], ['off', 'now']])('npm run autostart knows one word, not %s', (...words) => {
  const program = join(process.cwd(), 'tools/run/autostart.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  expect(stderr).toContain('It knows: npm run autostart');
  expect(status).toBe(2);
});
