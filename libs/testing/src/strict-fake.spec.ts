import { inspect } from 'node:util';
import { strictFake } from './strict-fake.js';

abstract class Store {
  abstract find(id: string, options?: object): Promise<string | undefined>;
  abstract save(value: unknown): void;
  abstract readonly name: string;
}

describe('strictFake', () => {
  it('answers what it was told', async () => {
    const store = strictFake<Store>('Store', {
      name: 'memory',
      find: (id) => Promise.resolve(id === 'a' ? 'found' : undefined),
    });
    expect(await store.find('a')).toBe('found');
    expect(store.name).toBe('memory');
  });

  it('fails for anything else and names the call', () => {
    const store = strictFake<Store>('Store', { name: 'memory' });
    expect(() => store.find('a', { deep: [1] })).toThrow(
      'fake Store was not told what to answer: find("a", {"deep":[1]})',
    );
  });

  it('names calls with arguments that JSON cannot hold', () => {
    const store = strictFake<Store>('Store');
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(() => store.save(circular)).toThrow('save([object Object])');
    expect(() => store.save(10n)).toThrow('save([object BigInt])');
    expect(() => store.save(undefined)).toThrow('save(undefined)');
    expect(() => store.save(function keep() {})).toThrow('save([function keep])');
  });

  it('records calls through jest.fn()', () => {
    const save = jest.fn();
    strictFake<Store>('Store', { save }).save(1);
    expect(save).toHaveBeenCalledWith(1);
  });

  it('can be awaited, printed and compared without an answer', async () => {
    const store = strictFake<Store>('Store', { name: 'memory' });
    expect(await Promise.resolve(store)).toBe(store);
    expect(inspect(store)).toContain('memory');
    expect(JSON.stringify(store)).toBe('{"name":"memory"}');
    expect(store).toEqual(store);
    expect(`${typeof Reflect.get(store, 'onModuleInit')}`).toBe('undefined');
  });

  it('is not told anything by being told to another fake', () => {
    const answers: Partial<Store> = { name: 'one' };
    strictFake<Store>('Store', answers);
    expect(() => strictFake<Store>('Other').save(1)).toThrow('fake Other');
  });
});
