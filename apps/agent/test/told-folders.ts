import type { Places } from '../src/platform/clean-places.js';

/** Folders of `places` that the words for people do not name, and names in the words without a folder. */
export function foldersNotTold(
  places: Places,
  words: Readonly<Record<string, string>>,
  home = '',
): string[] {
  return Object.entries(places).flatMap(([target, some]) => {
    const folders = some.map(({ folder }) => (home ? folder.replace(home, '~') : folder));
    const told = (words[target] ?? '').match(/(?:[A-Z]:\\|~?\/)[^\s,]+/g) ?? [];
    const lies = (folder: string) => told.some((path) => folder.startsWith(path));
    return [
      ...folders.filter((folder) => !lies(folder)),
      ...told.filter((path) => !folders.some((folder) => folder.startsWith(path))),
    ];
  });
}
