import { createEnvironmentInjector, EnvironmentInjector, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Title } from '@angular/platform-browser';
import { provideRouter, Router, TitleStrategy } from '@angular/router';
import { PageTitle, pageName } from './page-title';

describe('the title of the tab', () => {
  let title: PageTitle;
  const shown = () => {
    TestBed.tick();
    return TestBed.inject(Title).getTitle();
  };

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([
          { path: 'fleet', title: 'Fleet', children: [] },
          { path: 'fleet/:id', title: 'PC', children: [] },
        ]),
        { provide: TitleStrategy, useExisting: PageTitle },
      ],
    });
    title = TestBed.inject(PageTitle);
    await TestBed.inject(Router).navigateByUrl('/fleet');
  });

  it('is that of the page', () => expect(shown()).toBe('Fleet · kenny'));

  it('is the name of what the page shows, as long as it shows it', async () => {
    await TestBed.inject(Router).navigateByUrl('/fleet/mum');
    const name = signal<string | undefined>(undefined);
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    page.runInContext(() => pageName(name));
    expect(shown()).toBe('PC · kenny');
    name.set('Mum’s\u202e laptop');
    expect(shown()).toBe('Mum’s⟨U+202E⟩ laptop · kenny');
    page.destroy();
    expect(shown()).toBe('PC · kenny');
  });

  it('begins with how many requests wait, and follows them', () => {
    title.setWaiting(2);
    expect(shown()).toBe('(2) Fleet · kenny');
    title.setWaiting(0);
    expect(shown()).toBe('Fleet · kenny');
  });
});
