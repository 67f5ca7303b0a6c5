import type { Os } from '@kenny/contract/agent';
import { judgePath } from '../paths/judge-path.js';
import { PROTECTED_PATHS } from './protected-paths.js';

const familyOf = (path: string, os: Os) => {
  const verdict = judgePath(path, os);
  return verdict.blocked ? verdict.rule_id.split('.')[0] : undefined;
};

describe('the table of protected paths', () => {
  it.each(PROTECTED_PATHS.flatMap(({ id, places }) => places.map((place) => [place, id] as const)))(
    'meets %s, on every system, by its own rule',
    (place, id) => {
      expect(familyOf(place, 'linux')).toBe(id);
      expect(familyOf(`C:${place.replaceAll('/', '\\')}`, 'windows')).toBe(id);
    },
  );

  it('says of each what it is about and where it usually lies', () => {
    for (const { id, kind, places } of PROTECTED_PATHS) {
      expect([id, kind === 'secret' || kind === 'view', places.length > 0]).toEqual([
        id,
        true,
        true,
      ]);
    }
  });
});
