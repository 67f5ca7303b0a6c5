import { CLEAN_FOLDERS } from '@kenny/contract/agent';
import { foldersNotTold } from '../../../test/told-folders.js';
import { windowsCleanPlaces } from './clean-places.js';

const FOLDERS = { systemRoot: 'D:\\Windows', programFiles: '', programData: '' };

describe('what may be emptied on Windows', () => {
  const places = windowsCleanPlaces(FOLDERS);

  it('lies below the folder of Windows, which only administrators change', () => {
    const folders = Object.values(places).flatMap((some) => some.map(({ folder }) => folder));
    expect(folders.length).toBeGreaterThan(4);
    for (const folder of folders) expect(folder).toMatch(/^D:\\Windows\\[A-Za-z]+/);
  });

  it('is told to people, folder by folder', () => {
    const onC = windowsCleanPlaces({ ...FOLDERS, systemRoot: 'C:\\Windows' });
    expect(Object.keys(CLEAN_FOLDERS.windows).sort()).toEqual(Object.keys(onC).sort());
    expect(foldersNotTold(onC, CLEAN_FOLDERS.windows)).toEqual([]);
  });

  it('never enters a folder that anybody may make in the folder of temporary files', () => {
    expect(places.temp?.every(({ flat }) => flat)).toBe(true);
  });
});
