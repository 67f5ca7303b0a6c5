import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const start = (...options: string[]) =>
  spawnSync(process.execPath, [join(process.cwd(), 'tools/run/start.mjs'), ...options], {
    encoding: 'utf8',
  });

describe('npm start', () => {
  it.each([['--dem'], ['--demo', '--demo']])('knows one option, not %s', (...options) => {
    const { status, stderr } = start(...options);
    expect(stderr).toContain('It knows: npm start -- --demo');
    expect(status).toBe(2);
  });

  it('says where to find what --tailscale did', () => {
    const { status, stderr } = start('--tailscale');
    expect(stderr).toContain('Settings, Phone and other devices');
    expect(status).toBe(2);
  });
});
