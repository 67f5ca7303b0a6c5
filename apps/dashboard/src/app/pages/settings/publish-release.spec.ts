import { TestBed, type ComponentFixture } from '@angular/core/testing';
import type { ReleaseManifest } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { PublishRelease } from './publish-release';

const CONTENT = 'an agent';
const MANIFEST: ReleaseManifest = {
  ...{ version: '0.10.0', os: 'linux', arch: 'x86_64', size: CONTENT.length },
  ...{ sha256: 'a'.repeat(64), sig: `${'A'.repeat(86)}==` },
};

describe('a release that is published in the page', () => {
  let fixture: ComponentFixture<PublishRelease>;
  let sent: unknown[];
  let answer: (told: (bytes: number) => void, stop: AbortSignal) => Promise<unknown>;
  let heard: string[];

  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => (element().textContent ?? '').replaceAll(/\s+/g, ' ');
  const button = (name: RegExp) =>
    [...element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
  };
  /** jsdom's own files have no text(). */
  const choose = async (at: number, name: string, content: string) => {
    const input = element().querySelectorAll('input')[at];
    if (!input) throw new Error('there is no such field');
    const file = { name, size: content.length, text: () => Promise.resolve(content) };
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change'));
    await settle();
  };
  const submit = async () => {
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  };

  beforeEach(async () => {
    [sent, heard] = [[], []];
    answer = () => Promise.resolve({});
    const publishRelease = (
      manifest: ReleaseManifest,
      file: File,
      told: (bytes: number) => void,
      stop: AbortSignal,
    ) => {
      sent.push([manifest, file.name]);
      return answer(told, stop);
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { publishRelease } }],
    });
    fixture = TestBed.createComponent(PublishRelease);
    fixture.componentInstance.published.subscribe(() => heard.push('published'));
    fixture.componentInstance.closed.subscribe(() => heard.push('closed'));
    await settle();
  });

  it('says on the button what it is, and goes with its manifest', async () => {
    expect(button(/^\s*Publish\s*$/)?.disabled).toBe(true);
    await choose(0, 'kenny-agent', CONTENT);
    await choose(1, 'kenny-agent.manifest.json', JSON.stringify(MANIFEST));
    expect(button(/Publish 0\.10\.0 for Linux \(x86_64\)/)?.disabled).toBe(false);
    await submit();
    expect(sent).toEqual([[MANIFEST, 'kenny-agent']]);
    expect(heard).toEqual(['published']);
  });

  it('says how PCs fetch it', () => {
    expect(text()).toContain('PCs fetch it from this server over https');
    expect(text()).toContain('Over any other http they refuse it.');
  });

  it('sends nothing that can be seen to be wrong', async () => {
    await choose(0, 'kenny-agent', `${CONTENT}, longer`);
    for (const [manifest, words] of [
      ['{}', 'must have exactly these keys'],
      ['x'.repeat(10_000), 'no JSON object'],
      [JSON.stringify(MANIFEST), 'describes another file: 8 bytes, while this one has 16'],
    ] as const) {
      await choose(1, 'kenny-agent.manifest.json', manifest);
      expect(text()).toContain(words);
      await submit();
    }
    expect(sent).toEqual([]);
  });

  it('says why the server did not take it, and keeps what was chosen', async () => {
    answer = () => Promise.reject(new ApiError('validation', 'The signature is wrong.', 'req'));
    await choose(0, 'kenny-agent', CONTENT);
    await choose(1, 'kenny-agent.manifest.json', JSON.stringify(MANIFEST));
    await submit();
    expect(text()).toContain('The signature is wrong.');
    expect(button(/Publish 0\.10\.0/)?.disabled).toBe(false);
    expect(heard).toEqual([]);
  });

  it('says how much has gone, and stops when told to', async () => {
    answer = (told, stop) => {
      told(3);
      return new Promise((_, reject) =>
        stop.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    };
    await choose(0, 'kenny-agent', CONTENT);
    await choose(1, 'kenny-agent.manifest.json', JSON.stringify(MANIFEST));
    await submit();
    expect(text()).toContain('3 B of 8 B');
    button(/Stop/)?.click();
    await settle();
    expect(text()).not.toMatch(/aborted|3 B of/);
    button(/Cancel/)?.click();
    expect(heard).toEqual(['closed']);
  });
});
