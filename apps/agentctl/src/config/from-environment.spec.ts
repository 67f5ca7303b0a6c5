import { AGENTCTL_ENV } from '@kenny/contract/agentctl';
import { ConfigProblems } from './agentctl-config.js';
import { fromEnvironment } from './from-environment.js';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    fromEnvironment(environment, '/');
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
};

describe('the configuration in the environment', () => {
  it('is the one of the protocol when nothing is set', () => {
    expect(fromEnvironment({ HOME: '/root' }, '/tmp')).toEqual({
      host: '127.0.0.1',
      port: 9999,
      token: undefined,
      command: { words: ['auggie', '--acp'], cwd: '/tmp', env: { HOME: '/root' } },
      autoStart: false,
      logLevel: 'info',
      outputLines: 1000,
    });
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('needs no token at %s', (host) => {
    expect(problemsOf({ AGENTCTL_HOST: host })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', '::ffff:10.0.0.1'])('needs one at %s', (host) => {
    expect(problemsOf({ AGENTCTL_HOST: host })).toEqual([
      'AGENTCTL_HOST is not loopback, so AGENTCTL_TOKEN_FILE is required',
    ]);
  });

  it.each(Object.keys(AGENTCTL_ENV))('refuses %s when it is empty', (name) => {
    expect(problemsOf({ [name]: '' }).join()).toContain(name);
  });
});
