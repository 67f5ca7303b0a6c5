import type { Type } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { ChatSettings, MemoryView, ModelKeyState } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { AskFirst } from '../../ui/ask-first';
import { ChatKey } from './chat-key';
import { ChatOptions } from './chat-options';
import { Memories } from './memories';

const KEY = 'made-up-key-of-nobody';
const MEMORY: MemoryView['core'][number] = {
  ...{ id: 'core_001', layer: 'core', text: '<b>Backups</b> run on Sundays.', scope: 'agent:pc1' },
  ...{ tags: [], confidence: 1, hits: 0, source: 'explicit_user_instruction', status: 'active' },
  ...{ created_at: '2026-06-04T12:00:00Z', updated_at: '2026-06-04T12:00:00Z' },
  ...{ last_seen_at: '2026-06-04T12:00:00Z', ttl_days: null },
};

let settings: ChatSettings;
let key: ModelKeyState;
let memories: (typeof MEMORY)[];
let asked: unknown[];
let fault: ApiError | null;
let sure: boolean;
/** When a refusal comes. */
let later: Promise<void>;

beforeEach(() => {
  settings = {
    ...{ chat_model: 'old-model', reasoning_effort: null },
    compaction: { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 20_000 },
    memory: { enabled: false, auto_summary: false },
  };
  key = { source: null, stored: false, trouble: null };
  [memories, asked, fault, sure] = [[MEMORY], [], null, true];
  later = Promise.resolve();
  const act = (what: unknown): Promise<unknown> => {
    asked.push(what);
    return fault ? later.then(() => Promise.reject(fault as Error)) : Promise.resolve({});
  };
  const api = {
    chatSettings: () => Promise.resolve(settings),
    chatModels: () =>
      Promise.resolve({ default_model: 'usual', items: [{ id: 'usual', name: 'Usual' }] }),
    changeChatSettings: act,
    chatKey: () => Promise.resolve(key),
    storeChatKey: (text: string) => act(`store ${text}`),
    removeChatKey: () => act('remove key'),
    memories: () =>
      Promise.resolve({ enabled: true, auto_summary: false, core: memories, soft: [] }),
    forgetMemory: (id: string) => act(`forget ${id}`),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([{ path: '**', children: [] }]),
      { provide: ApiClient, useValue: api },
      { provide: AskFirst, useValue: { ask: () => Promise.resolve(sure) } },
    ],
  });
});

async function show<T>(panel: Type<T>): Promise<Shown> {
  const fixture = TestBed.createComponent(panel);
  await fixture.whenStable();
  return new Shown(fixture);
}

class Shown {
  constructor(private readonly fixture: ComponentFixture<unknown>) {}

  get element(): HTMLElement {
    return this.fixture.nativeElement as HTMLElement;
  }

  get text(): string {
    return this.element.textContent;
  }

  one<E extends Element>(selector: string): E {
    const found = this.element.querySelector<E>(selector);
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  }

  async settled(): Promise<void> {
    await this.fixture.whenStable();
  }

  /** Resolves when the page says so; a test that waits for nothing runs out of its time. */
  async says(words: string): Promise<void> {
    while (!this.text.includes(words)) {
      await Promise.resolve();
      await this.fixture.whenStable();
    }
  }

  async press(words: RegExp): Promise<void> {
    const all = [...this.element.querySelectorAll('button')];
    all.find(({ textContent }) => words.test(textContent))?.click();
    await this.fixture.whenStable();
  }

  async put(selector: string, value: string, event: string): Promise<void> {
    const field = this.one<HTMLInputElement | HTMLSelectElement>(selector);
    field.value = value;
    field.dispatchEvent(new Event(event));
    await this.fixture.whenStable();
  }
}

describe('the options of the chat', () => {
  it('show what is set, also a model that is listed no more, and change it', async () => {
    const shown = await show(ChatOptions);
    expect(shown.one<HTMLSelectElement>('select').value).toBe('old-model');
    expect(shown.text).toContain('Default (usual)');
    await shown.put('select', 'usual', 'change');
    await shown.put('mat-form-field:nth-child(2) select', 'high', 'change');
    expect(asked).toEqual([{ chat_model: 'usual' }, { reasoning_effort: 'high' }]);
  });

  it('show what is set when it could not be changed', async () => {
    fault = new ApiError('unavailable', 'The disk is full.', null);
    const shown = await show(ChatOptions);
    await shown.put('select', 'usual', 'change');
    expect(shown.one<HTMLSelectElement>('select').value).toBe('old-model');
    let refuse = (): void => undefined;
    later = new Promise((resolve) => (refuse = resolve));
    shown.one<HTMLInputElement>('mat-checkbox input').click();
    await shown.settled();
    refuse();
    await shown.says('The disk is full.');
    expect(shown.one<HTMLInputElement>('mat-checkbox input').checked).toBe(false);
  });

  it('let nothing be learnt while the memory is off', async () => {
    const shown = await show(ChatOptions);
    const [told, learns] = shown.element.querySelectorAll<HTMLInputElement>('mat-checkbox input');
    expect([told?.disabled, learns?.disabled]).toEqual([false, true]);
    told?.click();
    expect(asked).toEqual([{ memory: { enabled: true } }]);
  });
});

describe('what kenny remembers', () => {
  it('is listed as text and forgotten once that was asked', async () => {
    const shown = await show(Memories);
    expect(shown.text).toContain('<b>Backups</b> run on Sundays.');
    expect(shown.text).toContain('only pc1');
    sure = false;
    await shown.press(/Forget/);
    expect(asked).toEqual([]);
    sure = true;
    await shown.press(/Forget/);
    expect(asked).toEqual(['forget core_001']);
  });

  it('is said to be nothing when there is nothing', async () => {
    memories = [];
    expect((await show(Memories)).text).toContain('kenny remembers nothing about you.');
  });
});

describe('the key of the chat', () => {
  it('has the focus for whoever comes from a chat without one', async () => {
    await TestBed.inject(Router).navigateByUrl('/settings/server#chat-key');
    const { element } = await show(ChatKey);
    expect(document.activeElement).toBe(element.querySelector('input'));
  });

  it('is stored, and gone from the page at once', async () => {
    const shown = await show(ChatKey);
    expect(shown.text).toContain('Chat has no API key yet');
    expect(shown.text).not.toContain('Remove');
    await shown.put('input', 'a b', 'input');
    expect(shown.one<HTMLButtonElement>('button[type=submit]').disabled).toBe(true);
    await shown.put('input', KEY, 'input');
    await shown.press(/Save key/);
    expect(asked).toEqual([`store ${KEY}`]);
    expect(shown.one<HTMLInputElement>('input').value).toBe('');
  });

  it.each([
    [{ source: 'stored', stored: true }, 'that was saved here'],
    [{ source: 'environment', stored: true }, 'The stored key is not used.'],
  ] as const)('can be removed when one is stored: %j', async (state, words) => {
    key = { ...state, trouble: null };
    const shown = await show(ChatKey);
    expect(shown.text).toContain(words);
    expect(shown.element.querySelector('input')).toBeNull();
    await shown.press(/Use another key/);
    expect(document.activeElement).toBe(shown.one('input'));
    await shown.press(/Remove stored key/);
    expect(asked).toEqual(['remove key']);
  });
});
