import { TAILSCALE_DENIES, TailscaleWords, type TailscaleAnswer } from '@kenny/testing';
import { sharedOf, standingAfter, standingOf } from './standing.js';
import type { Said } from '../kernel/index.js';

const NAME = 'kenny-pc.tail1234.ts.net';
const ADDRESS = `https://${NAME}`;
const words = new TailscaleWords(NAME, 8000);
const said = (
  { stdout = '', stderr = '', code = 0 }: TailscaleAnswer,
  more: Partial<Said> = {},
) => ({
  ...{ stdout, stderr, code, missing: false },
  ...more,
});
const found = (answer: TailscaleAnswer, more?: Partial<Said>) =>
  standingOf(said(answer, more), 'linux');
const shared = (answer: TailscaleAnswer) => sharedOf(said(answer), NAME, 8000);

describe('what Tailscale says of itself', () => {
  it('is a name, where it runs and has a certificate for it', () => {
    expect(found(words.is())).toEqual({ name: NAME });
  });

  it.each<[string, Said, object]>([
    [
      'not installed',
      said({}, { missing: true, code: null }),
      {
        state: 'not_installed',
        command: expect.stringMatching(/^curl .*install.sh \| sh && /) as string,
        open: 'https://tailscale.com/download',
      },
    ],
    [
      'not running',
      said({ stderr: 'failed to connect to local tailscaled\n  is it running?', code: 1 }),
      {
        ...{ state: 'not_running', command: 'sudo systemctl enable --now tailscaled' },
        told: 'failed to connect to local tailscaled is it running?',
      },
    ],
    [
      'in no time',
      said({}, { code: null }),
      { state: 'not_running', told: 'It did not answer in time.' },
    ],
    [
      'logged out',
      said(words.is({ BackendState: 'NeedsLogin' })),
      { state: 'logged_out', command: 'sudo tailscale up' },
    ],
    ['off', said(words.is({ BackendState: 'Stopped' })), { state: 'logged_out' }],
    [
      'not approved yet',
      said(words.is({ BackendState: 'NeedsMachineAuth' })),
      { state: 'awaits_approval', open: 'https://login.tailscale.com/admin/machines' },
    ],
    [
      'without certificates',
      said(words.is({ CertDomains: null })),
      { state: 'no_certificate', open: 'https://login.tailscale.com/admin/dns' },
    ],
    ['nameless', said(words.is({ Self: null })), { state: 'no_certificate' }],
    [
      'of a name that is none',
      said(words.is({ Self: { DNSName: 'a.b; rm -rf /.' }, CertDomains: ['a.b; rm -rf /'] })),
      { state: 'no_certificate', address: null },
    ],
    ['no JSON', said({ stdout: '<html>' }), { state: 'unclear', told: '<html>' }],
    ['no object', said({ stdout: '[1]' }), { state: 'unclear' }],
    ['nothing', said({}), { state: 'unclear', told: 'It ended with code 0.' }],
  ])('may be: it is %s', (_, answer, standing) => {
    expect(standingOf(answer, 'linux')).toMatchObject(standing);
  });

  it('is cut where it goes on and on', () => {
    const { told } = found({ stderr: 'x'.repeat(10_000), code: 1 }) as { told: string };
    expect(told.length).toBeLessThanOrEqual(500);
  });

  it('leads to its own page where no line installs it', () => {
    const next = standingOf(said({}, { missing: true, code: null }), 'win32');
    expect(next).toMatchObject({ command: null, open: 'https://tailscale.com/download' });
  });
});

describe('what Tailscale shares', () => {
  it('is nothing yet', () => {
    expect(shared(words.nothingShared())).toMatchObject({ state: 'ready', address: ADDRESS });
    expect(shared({ stdout: '{}' })).toMatchObject({ state: 'ready' });
  });

  it('is kenny already', () => {
    expect(shared(words.shares())).toMatchObject({ state: 'shared', command: null });
  });

  const ours = { '/': { Proxy: 'http://127.0.0.1:8000' } };
  const other = 'sudo tailscale serve --https=443 off';
  it.each<[string, TailscaleAnswer, string, string]>([
    [
      'something else',
      words.shares({ '/': { Proxy: 'http://127.0.0.1:3000' } }),
      'shares_other',
      other,
    ],
    [
      'something beside it, whose pages could act as kenny’s',
      words.shares({ ...ours, '/x': { Path: '/srv' } }),
      'shares_other',
      other,
    ],
    [
      'what comes, as it is',
      { stdout: JSON.stringify({ TCP: { '443': { TCPForward: '127.0.0.1:3000' } } }) },
      'shares_other',
      other,
    ],
    ['what nobody understands', words.shares({ '/': 7 }), 'shares_other', other],
    [
      'it with the whole internet',
      words.shares(undefined, { AllowFunnel: { [`${NAME}:443`]: true } }),
      'funnel',
      'sudo tailscale funnel --https=443 off',
    ],
  ])('may be %s', (_, answer, state, command) => {
    expect(shared(answer)).toMatchObject({ state, command, address: ADDRESS });
  });

  it('is not known where it does not say it', () => {
    expect(shared({ stderr: 'no', code: 1 })).toMatchObject({ state: 'unclear', told: 'no' });
  });
});

describe('asked to share, Tailscale', () => {
  const after = (answer: TailscaleAnswer) => standingAfter(said(answer), ADDRESS, 8000);
  const line = 'sudo tailscale serve --bg 8000';

  it('does', () => expect(after({})).toMatchObject({ state: 'shared', address: ADDRESS }));

  it('refuses without root, and the line for it is known', () => {
    expect(after(TAILSCALE_DENIES)).toMatchObject({ state: 'needs_rights', command: line });
  });

  it('wants a page to be opened first, and no page but its own', () => {
    const page = 'https://login.tailscale.com/f/serve?node=nABC123';
    const asks = (url: string) =>
      said({ stdout: `To enable, visit:\n\n  ${url}\n` }, { code: null });
    expect(standingAfter(asks(page), ADDRESS, 8000)).toMatchObject({
      ...{ state: 'needs_consent', open: page },
    });
    for (const url of ['https://evil.example/f', 'https://login.tailscale.com.evil.example/f']) {
      expect(standingAfter(asks(url), ADDRESS, 8000)).toMatchObject({
        state: 'unclear',
        open: null,
      });
    }
  });

  it('fails in another way, and says how', () => {
    const standing = { state: 'unclear', command: line, told: 'no' };
    expect(after({ stderr: 'no\n', code: 1 })).toMatchObject(standing);
  });
});
