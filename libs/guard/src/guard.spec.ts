import { CAPS, CATALOG, type ToolName } from '@kenny/contract/agent';
import fc from 'fast-check';
import { compileOperatorRules } from './compile-operator-rules.js';
import { Guard } from './guard.js';

const guard = new Guard();
const script = (text: string) => guard.check('powershell_exec', { script: text });

describe('Guard', () => {
  it('names the rule and the reason in the message that travels', () => {
    const verdict = script('vssadmin delete shadows');
    expect(verdict).toEqual({
      blocked: true,
      rule_id: 'ps_shadow_copies.1',
      reason: 'deletes restore points and earlier versions of files (shadow copies)',
      message:
        'refused by agent safety policy: ps_shadow_copies.1: deletes restore points and earlier versions of files (shadow copies)',
    });
  });

  it('reads the arguments that the catalog names for each group, and no others', () => {
    expect(guard.check('shell_exec', { command: 'rm -rf /' }).blocked).toBe(true);
    expect(guard.check('shell_exec', { note: 'rm -rf /' }).blocked).toBe(false);
    expect(guard.check('fs_search', { root: '/home', pattern: 'id_rsa' }).blocked).toBe(false);
    expect(guard.check('fs_search', { root: '/root/.ssh', pattern: 'x' }).blocked).toBe(true);
  });

  it('tells a person which argument is refused, and whether as written or as a shell reads it', () => {
    const explain = (command: string) => guard.explain('shell_exec', { command });
    const found = { argument: 'command', group: 'posix', verdict: { blocked: true } };
    expect(explain('rm -rf /')).toMatchObject({ ...found, form: 'written' });
    expect(explain("r''m -rf /")).toMatchObject({ ...found, form: 'plain' });
    expect(explain('echo hello')).toBeUndefined();
    const path = guard.explain('fs_list', { path: '/home/../etc' });
    expect(path).toMatchObject({ argument: 'path', group: 'path' });
    expect(path?.form).toBeUndefined();
  });

  it('explains what it refuses, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (command) => {
        const verdict = guard.check('shell_exec', { command });
        const explained = guard.explain('shell_exec', { command });
        expect(explained?.verdict ?? { blocked: false }).toEqual(verdict);
      }),
    );
  });

  it('says how many rules read a tool, and counts those of the operators among them', () => {
    const rule = { id: 'own.1', applies_to: 'posix', pattern: 'snap', reason: 'ours' } as const;
    const stricter = new Guard({ operatorRules: compileOperatorRules([rule]) });
    expect(guard.rulesFor('shell_exec')).toBeGreaterThan(10);
    expect(stricter.rulesFor('shell_exec')).toBe(guard.rulesFor('shell_exec') + 1);
    expect(stricter.rulesFor('powershell_exec')).toBe(guard.rulesFor('powershell_exec'));
    expect(guard.rulesFor('net_dns_flush')).toBe(0);
  });

  it('judges PowerShell rules on Windows tools and POSIX rules on Unix tools', () => {
    expect(script('useradd anna').blocked).toBe(false);
    expect(guard.check('shell_exec', { command: 'New-LocalUser anna' }).blocked).toBe(false);
  });

  it('refuses a text that is longer than it judges, counted in bytes', () => {
    const limit = CAPS.guardTextBytes;
    expect(script('a'.repeat(limit)).blocked).toBe(false);
    expect(script('a'.repeat(limit + 1))).toMatchObject({ rule_id: 'text_too_long' });
    expect(script('ä'.repeat(limit / 2 + 1))).toMatchObject({ rule_id: 'text_too_long' });
  });

  it('refuses a text that it cannot follow to its end', () => {
    expect(script('(a '.repeat(20_000))).toMatchObject({ rule_id: 'text_too_convoluted' });
  });

  it.each([
    ['formats that double', `${"'{0}{0}' -f ".repeat(60)}'a'`],
    ['a long value in a long format', `'${'{0}'.repeat(10_000)}' -f '${'x'.repeat(30_000)}'`],
    ['formats one after the other', "'{0}{1}' -f 'a' ".repeat(16_000)],
    ['replacements that grow', `'a'${" -replace 'a','aaaaaaaa'".repeat(60)}`],
    ['methods that grow', `${'('.repeat(60)}'a'${".replace('a','aaaaaaaa'))".repeat(60)}`],
    ['a long alias', `sal x ${'y'.repeat(30_000)};${'x;'.repeat(15_000)}`],
  ])('works out no more of %s than it can follow', (_, text) => {
    expect(script(text)).toMatchObject({ rule_id: 'text_too_convoluted' });
  });

  it('works out no more of a long alias of a shell than it can follow', () => {
    const command = `alias x=${'y'.repeat(30_000)}\n${'x;'.repeat(15_000)}`;
    expect(guard.check('shell_exec', { command })).toMatchObject({
      rule_id: 'text_too_convoluted',
    });
  });

  it('finds what hides behind much harmless text', () => {
    const padding = 'Get-Date | Out-Null; # nothing to see\n'.repeat(1500);
    expect(script(`${padding}vssadmin delete shadows`).blocked).toBe(true);
    expect(script(`vssadmin delete shadows\n${padding}`).blocked).toBe(true);
  });

  it('judges paths by the system of the PC when it is known', () => {
    const path = { path: '/tmp/a:b' };
    expect(guard.check('fs_read', path, 'linux').blocked).toBe(false);
    expect(guard.check('fs_read', path, 'windows')).toMatchObject({ rule_id: 'path_not_absolute' });
    expect(new Guard({ os: 'windows' }).check('fs_read', path).blocked).toBe(true);
  });

  it('refuses a tool that the catalog does not know', () => {
    expect(guard.check('no_such_tool' as ToolName, {})).toMatchObject({ rule_id: 'unknown_tool' });
  });

  it('answers for every tool, whatever the arguments are', () => {
    const tools = fc.constantFrom(...CATALOG.tools.map(({ name }) => name as ToolName));
    fc.assert(
      fc.property(tools, fc.anything(), (tool, args) => {
        expect(typeof guard.check(tool, args).blocked).toBe('boolean');
      }),
    );
  });

  it('never throws on any text', () => {
    const shellish = fc
      .array(
        fc.constantFrom(
          ...'abc rm-/\\;|&(){}\'"$`^=,.:*?[]<>#\n0%!@+~'.split(''),
          ...['rm -rf ', '$(', '${', '"$a"', "$'\\x", '@"\n', '<#', ' -f ', 'for x in ', ')'],
          ...['\u200b', '😀', '\ud800', 'ß', 'İ', '\u0000'],
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(shellish, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        for (const [tool, name] of [
          ['powershell_exec', 'script'],
          ['shell_exec', 'command'],
          ['diag_services', 'filter'],
          ['fs_read', 'path'],
          ['agent_update', 'url'],
        ] as const)
          expect(typeof guard.check(tool, { [name]: text }).blocked).toBe('boolean');
      }),
      { numRuns: 1500 },
    );
  });

  it('gives the same verdict every time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const fresh = new Guard().check('shell_exec', { command: `${text}; rm -rf /` });
        expect(fresh).toEqual(guard.check('shell_exec', { command: `${text}; rm -rf /` }));
      }),
    );
  });
});
