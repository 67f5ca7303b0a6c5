import { ENV, unknownEnvNames, type EnvVariable } from './index.js';

const variables = Object.entries<EnvVariable>(ENV);

describe('the environment variables', () => {
  it('start with KENNY_ or with the name of the service they belong to, and say what they mean', () => {
    for (const [name, { readers, meaning }] of variables) {
      expect(name).toMatch(/^(KENNY|ANTHROPIC)(_[A-Z0-9]+)+$/);
      expect(readers.length).toBeGreaterThan(0);
      expect(meaning).not.toBe('');
    }
  });

  it('may come from a file when they hold a secret', () => {
    const secrets = variables.filter(([name]) => /TOKEN$|PRIVATE_KEY$/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, { file }] of secrets) expect([name, file]).toEqual([name, true]);
  });

  it('are known by name, also in their file form', () => {
    const all = variables.flatMap(([name, { file }]) => (file ? [name, `${name}_FILE`] : [name]));
    expect(unknownEnvNames(Object.fromEntries(all.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('are reported, all of them and sorted, when nobody reads them', () => {
    expect(
      unknownEnvNames({
        KENNY_PROT: '8000',
        KENNY_PORT: '8000',
        KENNY_PORT_FILE: '/run/port',
        KENNY_: '',
        KENNY_AGENT_IDD: undefined,
        PATH: '/usr/bin',
        MY_KENNY_PORT: '1',
      }),
    ).toEqual(['KENNY_', 'KENNY_AGENT_IDD', 'KENNY_PORT_FILE', 'KENNY_PROT']);
  });
});
