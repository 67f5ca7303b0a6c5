import { AGENT_FILES, CONTROL_FILE, PRIVATE_MARKER } from '@kenny/contract/agent';
import fc from 'fast-check';
import { judgePath } from './judge-path.js';

const ruleOf = (path: string, os: 'windows' | 'linux' | 'macos') => {
  const verdict = judgePath(path, os);
  return verdict.blocked ? verdict.rule_id.split('.')[0] : undefined;
};

describe('judgePath', () => {
  it('judges by the shape of the path when the system is not known', () => {
    expect(judgePath('C:\\temp\\a.txt').blocked).toBe(false);
    expect(judgePath('/tmp/a:b').blocked).toBe(false);
    expect(judgePath('C:\\temp\\a:b').blocked).toBe(true);
  });

  it('knows the files of the agent itself by every name in the contract, except its logs', () => {
    const { logs, ...own } = AGENT_FILES;
    for (const name of [...Object.values(own), CONTROL_FILE, PRIVATE_MARKER]) {
      expect(ruleOf(`/x/${name}`, 'linux')).toBe('path_own_files');
      expect(ruleOf(`D:\\x\\${name.toUpperCase()}`, 'windows')).toBe('path_own_files');
    }
    expect(ruleOf(`/x/${logs}/a.log`, 'linux')).toBeUndefined();
  });

  it('is not fooled by letters that Windows takes for plain ones', () => {
    expect(ruleOf('C:\\Windows\\\u017fystem32\\config\\\u017fam', 'windows')).toBe(
      'path_registry_hive',
    );
  });

  it('is not fooled by characters that macOS passes over', () => {
    expect(ruleOf('/Users/a/.s\u200csh/id', 'macos')).toBe('path_odd_spelling');
    expect(ruleOf('/home/a/.s\u200csh/id', 'linux')).toBeUndefined();
  });

  it('refuses every spelling of a refused folder with separators and dots put in', () => {
    const noise = fc.constantFrom('/', '//', '/./', '/.//');
    fc.assert(
      fc.property(noise, noise, noise, (a, b, c) => {
        expect(judgePath(`/home${a}anna${b}.ssh${c}id_rsa`, 'linux').blocked).toBe(true);
      }),
    );
  });

  it('never throws', () => {
    const os = fc.constantFrom('windows' as const, 'linux' as const, 'macos' as const);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), os, (path, system) => {
        expect(typeof judgePath(path, system).blocked).toBe('boolean');
      }),
    );
  });
});
