import { madeUpFolders } from './made-up-folders.mjs';

const GB = 1e9;

interface Folders {
  readonly folders: readonly { readonly name: string; readonly bytes: number }[];
  readonly files_bytes: number;
}

describe('the folders of a made-up PC', () => {
  const cleanable = [
    { target: 'trash', bytes: 31 * GB },
    { target: 'temp', bytes: 9 * GB },
  ];
  const total = ({ folders, files_bytes }: Folders) =>
    folders.reduce((sum, { bytes }) => sum + bytes, files_bytes);

  it('come to what is in use, on every way down', () => {
    const root = madeUpFolders('windows', 'C:\\', 140 * GB, cleanable) as Folders;
    expect(total(root)).toBeCloseTo(140 * GB, -3);
    expect(root.folders.map(({ name }) => name)).toEqual([
      ...['Users', '$Recycle.Bin', 'Windows', 'Program Files'],
    ]);
    const users = madeUpFolders('windows', 'C:\\Users', 140 * GB, cleanable);
    expect(total(users)).toBeCloseTo(root.folders[0]?.bytes ?? 0, -3);
  });

  it('are fewer once something was cleaned, and none below a folder of files', () => {
    const root = madeUpFolders('windows', 'C:\\', 100 * GB, []) as Folders;
    expect(root.folders.map(({ name }) => name)).not.toContain('$Recycle.Bin');
    const videos = madeUpFolders('windows', 'c:\\users\\demo\\Videos\\', 100 * GB, []);
    expect(videos).toEqual({ folders: [], files_bytes: 44 * GB });
    expect(madeUpFolders('linux', '/nowhere', GB, []).folders).toEqual([]);
  });
});
