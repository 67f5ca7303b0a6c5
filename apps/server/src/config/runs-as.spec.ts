import { runsAs } from './runs-as.js';

const nowhere = () => false;
const only = (mark: string) => (path: unknown) => path === mark;

describe('how a server was started', () => {
  it.each([
    ['in some terminal', {}, nowhere, null],
    [
      'by systemd, which made its folder',
      { STATE_DIRECTORY: '/var/lib/kenny' },
      nowhere,
      'service',
    ],
    [
      'by systemd, which made several',
      { STATE_DIRECTORY: '/a:/var/lib/kenny' },
      nowhere,
      'service',
    ],
    ['in the terminal of a service', { STATE_DIRECTORY: '/var/lib/ssh' }, nowhere, null],
    ['by Docker', {}, only('/.dockerenv'), 'container', '/data'],
    ['by Podman', {}, only('/run/.containerenv'), 'container', '/data/restored'],
    ['by hand in a container', {}, only('/.dockerenv'), null],
  ])('is seen: %s', (_, env, isThere, expected, folder = '/var/lib/kenny') => {
    expect(runsAs(undefined, env, folder, isThere)).toBe(expected);
  });

  it('is what it was told, whatever is to be seen', () => {
    expect(runsAs('npm-start', {}, '/data', only('/.dockerenv'))).toBe('npm-start');
  });
});
