import { Injector, runInInjectionContext, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { guideCommands } from './commands';

const LIST =
  '# Guides\n\n1. [Add a PC](add-a-pc.md)\n\n- [Alerts](alerts.md#send) – by **mail**, [a webhook](alerts.md) or `ntfy`.\n';

describe('the guides in the palette', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it('are found by the words of their list, without its marks', async () => {
    const headers = { get: () => 'text/markdown; charset=utf-8' };
    const answer = { ok: true, headers, text: () => Promise.resolve(LIST) };
    globalThis.fetch = jest.fn(() => Promise.resolve(answer as unknown as Response));
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    const [commands] = runInInjectionContext(TestBed.inject(Injector), () =>
      guideCommands(signal(1)),
    );
    TestBed.tick();
    // What the page puts off.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(commands?.().map(({ name, also }) => [name, also?.trim()])).toEqual([
      ['Add a PC', 'add-a-pc'],
      ['Alerts', 'alerts by mail a webhook alerts md or ntfy'],
    ]);
  });
});
