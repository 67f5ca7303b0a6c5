import { TestBed } from '@angular/core/testing';
import { ApiClient } from '../http/api-client';
import { ApiError } from '../http/api-error';
import { CatalogStore } from './catalog-store';

describe('the catalog, on every page', () => {
  let asked: number;
  let broken: boolean;
  const settle = async () => {
    TestBed.tick();
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
  };
  const store = () => TestBed.inject(CatalogStore);

  beforeEach(() => {
    [asked, broken] = [0, false];
    const catalog = () => {
      asked += 1;
      return broken
        ? Promise.reject(new ApiError('internal', 'no', 'r'))
        : Promise.resolve({ tools: [] });
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { catalog } }],
    });
  });

  it('is requested by the first that asks, and not again', async () => {
    expect(store().answer.ready()).toBe(false);
    await settle();
    expect(asked).toBe(0);
    for (let nr = 0; nr < 2; nr++) {
      store().ask();
      await settle();
    }
    expect(store().answer.value()).toEqual({ tools: [] });
    expect(asked).toBe(1);
  });

  it('is requested again by the next that asks when it did not come', async () => {
    broken = true;
    store().ask();
    await settle();
    expect(store().answer.error()?.code).toBe('internal');
    broken = false;
    store().ask();
    await settle();
    expect(store().answer.ready()).toBe(true);
  });
});
