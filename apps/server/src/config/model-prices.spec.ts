import { modelPrices } from './model-prices.js';

describe('modelPrices', () => {
  it('reads the currency, and what each model costs', () => {
    expect(modelPrices('EUR, a-1=3/15/0.3/3.75, vendor/b:2@x=1/5/0/1.25')).toEqual({
      currency: 'EUR',
      models: {
        'a-1': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
        'vendor/b:2@x': { input: 1, output: 5, cacheRead: 0, cacheWrite: 1.25 },
      },
    });
  });

  it.each([
    ['no currency', 'a-1=3/15/0.3/3.75'],
    ['a sign for a currency', '€, a-1=3/15/0.3/3.75'],
    ['no model', 'EUR'],
    ['a price that is missing', 'EUR, a-1=3/15/0.3'],
    ['a price too many', 'EUR, a-1=3/15/0.3/3.75/1'],
    ['a price below nothing', 'EUR, a-1=3/15/-1/3.75'],
    ['a price in other digits', 'EUR, a-1=3/1e9/0/0'],
    ['a model that is there twice', 'EUR, a-1=3/15/0/0, a-1=4/15/0/0'],
    ['a name that no model has', 'EUR, <b>=3/15/0/0'],
    ['an end without a model', 'EUR, a-1=3/15/0/0,'],
  ])('refuses %s', (_what, text) => {
    expect(modelPrices(text)).toBeNull();
  });
});
