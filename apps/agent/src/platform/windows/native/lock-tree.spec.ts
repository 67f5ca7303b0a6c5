import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/temporary-folder.js';
import { account, descriptor } from '../../../../test/windows/descriptor.js';
import type { NativeLibrary, NativeValue } from './library.js';
import { lockTree } from './lock-tree.js';

const folder = temporaryFolder();
const OWN = 'S-1-5-21-1-2-3-1001';
const ADDRESS = 0x7ff0_0000n;
const RIGHTS = 0x1234_5678n;

type Answer = (...args: NativeValue[]) => number;

/**
 * A Windows that lets in `letIn` after it was told to lock, and writes down what it was told; `fails`
 * names the function that refuses.
 */
function aWindows(letIn: (path: string) => string[], fails?: string, owner = 'S-1-5-32-544') {
  const locked: string[] = [];
  const texts: NativeValue[] = [];
  const opened: string[] = [];
  const leads = new Map<string, string>();
  const answers: Record<string, Answer> = {
    ConvertStringSecurityDescriptorToSecurityDescriptorW: (text, _revision, pointer) => {
      texts.push(text ?? null);
      bytesOf(pointer).writeBigInt64LE(RIGHTS, 0);
      return 1;
    },
    SetFileSecurityW: (path, what, rights) => {
      if (what === 5 && rights === RIGHTS) locked.push(String(path));
      return 1;
    },
    GetFileSecurityW: (path, _what, buffer) => {
      const accounts = letIn(String(path)).map((who) => ({ who }));
      descriptor(...accounts).copy(bytesOf(buffer));
      return 1;
    },
    OpenProcessToken: (_process, _access, token) => bytesOf(token).writeBigInt64LE(99n, 0),
    GetTokenInformation: (_token, _what, user) => {
      bytesOf(user).writeBigUInt64LE(ADDRESS + 16n, 0);
      return account(OWN).copy(bytesOf(user), 16);
    },
    CreateFileW: (path) => opened.push(String(path)),
    GetFinalPathNameByHandleW: (handle, path) => {
      const name = opened[Number(handle) - 1] ?? '';
      return bytesOf(path).write(leads.get(name) ?? name, 'utf16le') / 2;
    },
    GetKernelObjectSecurity: (_handle, _what, rights) => {
      bytesOf(rights).writeUInt32LE(20, 4);
      return account(owner).copy(bytesOf(rights), 20);
    },
    GetLastError: () => 5,
  };
  const library: NativeLibrary = {
    address: () => ADDRESS,
    view: () => new ArrayBuffer(0),
    load: () => ({
      func: (declaration) => {
        const [, name = ''] = / (\w+)\(/.exec(declaration) ?? [];
        return (...args) => (name === fails ? 0 : answers[name]?.(...args));
      },
    }),
  };
  return { library, locked, texts, opened, leads };
}

function bytesOf(value: NativeValue | undefined): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error('Windows was given no memory to write into');
  return value;
}

const SAFE = ['S-1-5-18', 'S-1-5-32-544', OWN];

describe('locking a folder by the libraries of Windows', () => {
  it('locks all of it from above, and not what a link leads to', async () => {
    const state = join(folder.path, 'state');
    await mkdir(join(state, 'logs'), { recursive: true });
    await writeFile(join(state, 'logs', 'a.log'), '');
    await mkdir(join(folder.path, 'elsewhere', 'inner'), { recursive: true });
    await symlink(join(folder.path, 'elsewhere'), join(state, 'way-out'));
    const { library, locked, texts } = aWindows(() => SAFE);
    lockTree(library, state);
    const [, ...inside] = locked.map((path) => path.slice(state.length));
    expect(locked[0]).toBe(state);
    expect(inside.sort()).toEqual(['/logs', '/logs/a.log', '/way-out']);
    expect(texts).toEqual(['O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)']);
  });

  it.each(['S-1-1-0', 'S-1-5-32-545', 'S-1-5-21-1-2-3-1002'])(
    'is an error when %s is let in afterwards all the same',
    async (stranger) => {
      const file = join(folder.path, 'agent.key');
      await writeFile(file, '');
      const { library } = aWindows((path) => (path === file ? [...SAFE, stranger] : SAFE));
      expect(() => lockTree(library, folder.path)).toThrow(`${file} is open to ${stranger}`);
    },
  );

  it('touches nothing when its name leads elsewhere', async () => {
    const state = join(folder.path, 'state');
    await mkdir(state);
    const { library, locked, leads } = aWindows(() => SAFE);
    leads.set(state, '/somebody/else');
    expect(() => lockTree(library, state)).toThrow(`${state} is a link to /somebody/else`);
    expect(locked).toEqual([]);
  });

  it('is an error when it was swapped meanwhile, and not when the folder above is a link', async () => {
    const state = join(folder.path, 'state');
    await mkdir(state);
    const moved = aWindows(() => SAFE);
    moved.leads.set(folder.path, '/Moved').set(state, '/moved/State');
    lockTree(moved.library, state);
    const swapped = aWindows(() => {
      swapped.leads.set(state, '/somebody/else');
      return SAFE;
    });
    expect(() => lockTree(swapped.library, state)).toThrow('is a link to /somebody/else');
  });

  it('is an error when it belongs to somebody else afterwards', () => {
    const { library } = aWindows(() => SAFE, undefined, 'S-1-5-21-1-2-3-1002');
    expect(() => lockTree(library, folder.path)).toThrow('belongs to S-1-5-21-1-2-3-1002');
  });

  it.each([
    ['CreateFileW', 'cannot be opened'],
    ['GetFinalPathNameByHandleW', 'does not say where'],
    ['GetKernelObjectSecurity', 'does not say who owns'],
    ['ConvertStringSecurityDescriptorToSecurityDescriptorW', 'no such rights'],
    ['SetFileSecurityW', 'cannot be locked: error 5'],
    ['GetFileSecurityW', 'nobody can tell who may read'],
    ['OpenProcessToken', 'whose process this is'],
    ['GetTokenInformation', 'whose process this is'],
  ])('is an error when %s fails', (name, words) => {
    const { library } = aWindows(() => SAFE, name);
    expect(() => lockTree(library, folder.path)).toThrow(words);
  });
});
