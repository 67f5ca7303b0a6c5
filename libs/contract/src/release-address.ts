import { RELEASE_FILES, releaseFileName, releaseFolder, type ReleaseFacts } from './release.js';

const part = encodeURIComponent;

/** Where agents fetch releases: for everybody, and no route of the API. */
export const RELEASE_PATHS = {
  file: (name: string) => `/releases/${part(name)}`,
  manifest: (name: string) => `/releases/${part(name)}${RELEASE_FILES.manifestSuffix}`,
} as const;

/** What a name of the below and its manifest's can be made of. */
export const RELEASE_FILE_PATTERN = '^[a-z][A-Za-z0-9._-]{0,127}$';

/** The name of a release on a server; one for each version, system and processor. */
export function publishedName(facts: Pick<ReleaseFacts, 'version' | 'os' | 'arch'>): string {
  return `${releaseFolder(facts)}-${releaseFileName(facts)}`;
}
