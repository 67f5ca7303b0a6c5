import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { exportCutWords } from '@kenny/contract/web';
import { ApiError } from '../../core/http/api-error';
import { ApiSender } from '../../core/http/api-sender';
import { AuditExport } from './audit-export';

describe('audit rows as a file', () => {
  const real = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  let fixture: ComponentFixture<AuditExport>;
  let asked: string[];
  let saved: string[];
  let answer: (told: (bytes: number) => void, stop: AbortSignal) => Promise<Blob>;

  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => (element().textContent ?? '').replaceAll(/\s+/g, ' ');
  const fileOf = (content: string) => () =>
    // jsdom's own has no text().
    Promise.resolve({
      slice: (from: number) => ({ text: () => Promise.resolve(content.slice(from)) }),
    } as unknown as Blob);
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
  };
  /** On the page, or in the menu over it. */
  const press = async (name: string) => {
    const found = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes(name),
    );
    if (!found) throw new Error(`no button "${name}" in: ${text()}`);
    found.click();
    await settle();
  };
  const save = async (format: string) => {
    await press('Export');
    await press(format);
  };

  beforeEach(async () => {
    [asked, saved] = [[], []];
    Object.assign(URL, { createObjectURL: () => 'blob:rows', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const file = (path: string, told: (bytes: number) => void, stop: AbortSignal) => {
      asked.push(path);
      return answer(told, stop);
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiSender, useValue: { file } }],
    });
    fixture = TestBed.createComponent(AuditExport);
    fixture.componentRef.setInput('query', { tool: 'fs_list' });
    await settle();
  });
  afterEach(() => {
    fixture.destroy();
    jest.restoreAllMocks();
    Object.assign(URL, { createObjectURL: real.create, revokeObjectURL: real.revoke });
  });

  it('is saved, and nothing more is said of a whole one', async () => {
    answer = fileOf('seq\r\n1\r\n');
    await save('CSV');
    expect(asked).toEqual(['/api/audit/export?tool=fs_list&format=csv']);
    expect(saved).toEqual(['kenny-audit.csv']);
    expect(text()).not.toMatch(/not all rows|Part/);
  });

  it('says that it was cut, and goes on after it with the same rows until there are no more', async () => {
    answer = fileOf(`{"seq":7}\n{"cut":"${exportCutWords({ rows: 100_000, after: 7 })}"}\n`);
    await save('JSON lines');
    expect(text()).toContain('These are not all rows. Part 1 holds 100,000 rows');
    answer = fileOf('{"seq":8}\n');
    await press('Save part 2');
    expect(asked.at(-1)).toBe('/api/audit/export?tool=fs_list&after=7&format=jsonl');
    expect(saved).toEqual(['kenny-audit.jsonl', 'kenny-audit-2.jsonl']);
    expect(text()).toContain('Part 2 was the last: now you have all rows.');
  });

  it('saves nothing that broke off, and asks for the same part again', async () => {
    answer = () => Promise.reject(new ApiError('unreachable', 'The file broke off.', null));
    await save('CSV');
    expect(text()).toContain('The file broke off.');
    expect(saved).toEqual([]);
    answer = fileOf('seq\r\n1\r\n');
    await press('Try again');
    expect(saved).toEqual(['kenny-audit.csv']);
    expect(text()).not.toContain('broke off');
  });

  it('says how much has come, and stops when told to', async () => {
    answer = (told, stop) => {
      told(2_500_000);
      return new Promise((_, reject) =>
        stop.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    };
    await save('CSV');
    expect(text()).toContain('2.5 MB so far');
    await press('Stop');
    expect(text()).not.toMatch(/so far|aborted/);
    expect(saved).toEqual([]);
  });

  it('forgets what it said of a file when other rows are looked at', async () => {
    answer = fileOf(`"${exportCutWords({ rows: 2, after: 7 })}"\r\n`);
    await save('CSV');
    expect(text()).toContain('not all rows');
    fixture.componentRef.setInput('query', { tool: 'fs_read' });
    await settle();
    expect(text()).not.toContain('not all rows');
  });
});
