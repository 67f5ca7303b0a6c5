import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { AskFirst, type Question } from '../../ui/ask-first';
import { RestoreFile } from './restore-file';

const FILE = new File(['backup'], 'kenny-20261126T120000Z-daily.tar.gz.age');

describe('restoring from a file', () => {
  let fixture: ComponentFixture<RestoreFile>;
  let questions: Question[];
  let uploaded: Blob[];
  let encrypted: boolean;
  let refusal: ApiError | null;
  /** Called to let what is being sent arrive. */
  let arrive: (() => void) | null;
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent.replace(/\s+/g, ' ');

  async function show(): Promise<void> {
    const api = {
      uploadBackup: async (file: Blob, told: (bytes: number) => void, stop: AbortSignal) => {
        uploaded.push(file);
        told(4);
        if (arrive) {
          await new Promise<void>((resolve, reject) => {
            arrive = resolve;
            stop.onabort = () => reject(new ApiError('unreachable', 'It did not arrive.', null));
          });
        }
        if (refusal) throw refusal;
        return { bytes: file.size, encrypted, made_at: null };
      },
    };
    const ask = (question: Question) => {
      questions.push(question);
      return Promise.resolve(false);
    };
    TestBed.configureTestingModule({
      providers: [
        { provide: ApiClient, useValue: api },
        { provide: AskFirst, useValue: { ask } },
      ],
    });
    fixture = TestBed.createComponent(RestoreFile);
    const server = { runs_as: null, data_folder: '/data', postgres: false, demo: false };
    fixture.componentRef.setInput('server', server);
    await fixture.whenStable();
  }

  async function choose(): Promise<void> {
    const field = element().querySelector<HTMLInputElement>('input[type=file]');
    if (field) Object.defineProperty(field, 'files', { value: [FILE], configurable: true });
    field?.dispatchEvent(new Event('change'));
    await fixture.whenStable();
  }

  beforeEach(() => {
    [questions, uploaded, encrypted, refusal, arrive] = [[], [], true, null, null];
  });

  it('sends it, and asks for what opens it', async () => {
    await show();
    await choose();
    expect(uploaded).toEqual([FILE]);
    expect(text()).toContain('Key or passphrase');
  });

  it('asks at once whether to restore one that is open, by the name of the file', async () => {
    encrypted = false;
    await show();
    await choose();
    expect(questions).toEqual([expect.objectContaining({ name: FILE.name })]);
    expect(element().querySelector('kenny-restore-backup')).toBeNull();
  });

  it('says why it cannot be one', async () => {
    refusal = new ApiError('validation', 'This file is no whole backup of kenny.', null);
    await show();
    await choose();
    expect(text()).toContain('This file is no whole backup of kenny.');
  });

  it('says how much has been sent, and stops when somebody wants that', async () => {
    arrive = () => undefined;
    await show();
    await choose();
    expect(text()).toContain('4 B of 6 B');
    [...element().querySelectorAll('button')].at(-1)?.click();
    await fixture.whenStable();
    expect(text()).toContain('Stopped.');
    expect(text()).not.toContain('It did not arrive.');
  });
});
