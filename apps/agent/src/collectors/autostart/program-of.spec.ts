import fc from 'fast-check';
import { programOf } from './program-of.js';

describe('the program of a command line', () => {
  it.each([
    ['/usr/local/bin/backup --password=s3cret', '/usr/local/bin/backup'],
    ['RESTIC_PASSWORD=s3cret restic backup /home', 'restic'],
    [`A='s3 cret' B="s3cret" /opt/run`, '/opt/run'],
    ['curl -H "Authorization: s3cret" https://x', 'curl'],
    ['"C:\\Program Files\\App\\app.exe" /key:s3cret', 'C:\\Program Files\\App\\app.exe'],
    ['C:\\Program Files\\App\\app.exe -s3cret', 'C:\\Program Files\\App\\app.exe'],
    ['%windir%\\system32\\rundll32.exe x.dll,Run s3cret', '%windir%\\system32\\rundll32.exe'],
    ['cd /opt&&./run s3cret', 'cd'],
    ['job', 'job'],
  ])('%s', (command, program) => {
    expect(programOf(command)).toBe(program);
  });

  it.each(['TOKEN=s3cret', '"s3cret', 'TOKEN="s3cret', '', '  ', '(s3cret)'])(
    'is not known of %j, and nothing else is told',
    (command) => {
      expect(programOf(command)).toBeNull();
    },
  );

  it('is found in any text in time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        expect(programOf(text)?.includes(' s3cret') ?? false).toBe(false);
      }),
    );
    expect(programOf('A='.repeat(4000))).toBeNull();
    expect(programOf(`A=${`"x"`.repeat(3000)}`)).toBeNull();
  });
});
