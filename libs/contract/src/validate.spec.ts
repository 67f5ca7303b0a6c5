import { fixture } from '../test/fixtures.js';
import { check, checkWith, describeIssues } from './index.js';

describe('check', () => {
  it('says nothing of a valid value', () => {
    expect(check('frame:register', fixture('frames', 'register'))).toEqual([]);
  });

  it('names the place and what is wrong there', () => {
    const frame = { ...(fixture('frames', 'log') as object), level: 'loud' };
    expect(check('frame:log', frame)).toEqual([
      { path: 'level', message: 'must be one of error, warn, info, debug, trace' },
    ]);
    expect(check('args:fs_list', {})).toEqual([
      { path: '$', message: "must have required property 'path'" },
    ]);
    expect(check('args:telemetry_collect', { sections: ['disk', 'attic'] })).toMatchObject([
      { path: 'sections.1' },
    ]);
  });

  it('quotes an unknown key and cuts it, since it comes from outside', () => {
    const key = `two\nlines ${'x'.repeat(500)}`;
    const [issue] = check('args:winget_list', { [key]: 1 });
    expect(issue?.message).toMatch(/^unknown key "two\\nlines x{40,}"$/);
    expect(issue?.message.length).toBeLessThan(100);
  });

  it('refuses values that are no objects', () => {
    for (const value of [null, undefined, 'x', 5, [], true])
      expect(check('args:winget_list', value)).not.toEqual([]);
  });

  it('counts characters as people do, not UTF-16 units', () => {
    const search = (pattern: string) => check('args:fs_search', { root: '/', pattern });
    expect(search('\u{1f600}'.repeat(255))).toEqual([]);
    expect(search('\u{1f600}'.repeat(256))).toEqual([
      { path: 'pattern', message: 'must NOT have more than 255 characters' },
    ]);
    expect(search('x'.repeat(100_000))).toHaveLength(1);
    expect(search('')).toEqual([
      { path: 'pattern', message: 'must NOT have fewer than 1 characters' },
    ]);
  });

  it('fails loudly when a validator does not exist: that is our own fault', () => {
    expect(() => check('args:no_such_tool', {})).toThrow('no validator named args:no_such_tool');
    expect(() => checkWith({}, 'http:FleetView', {})).toThrow('no validator named http:FleetView');
  });

  it('describes issues in one line', () => {
    const issues = [
      { path: '$', message: 'unknown key "x"' },
      { path: 'timeout_s', message: 'must be <= 600' },
    ];
    expect(describeIssues(issues)).toBe('unknown key "x"; timeout_s: must be <= 600');
  });
});
