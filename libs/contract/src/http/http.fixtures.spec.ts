import { fixture, fixtureNames } from '../../test/fixtures.js';
import { checkWith } from '../check-with.js';
import { httpValidators } from '../generated/http-validators.js';
import { REQUEST_BODIES } from '../index.js';

/** `audit_list` → `AuditList`. */
const shapeOf = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const names = fixtureNames('http');

describe('the fixtures of the HTTP door', () => {
  it.each(names)('%s fits its shape', (name) => {
    expect(checkWith(httpValidators, `http:${shapeOf(name)}`, fixture('http', name))).toEqual([]);
  });

  it('have one for every body that a request may carry', () => {
    expect(names.map(shapeOf)).toEqual(expect.arrayContaining(Object.keys(REQUEST_BODIES)));
  });

  it.each(names.filter((name) => name.endsWith('_body') && name !== 'error_body'))(
    '%s is refused with a key that nobody knows, and with null for a field',
    (name) => {
      const body = fixture('http', name) as object;
      const judge = (value: object) => checkWith(httpValidators, `http:${shapeOf(name)}`, value);
      expect(judge({ ...body, nothing: 1 })).toEqual([
        { path: '$', message: 'unknown key "nothing"' },
      ]);
      for (const key of Object.keys(body)) expect(judge({ ...body, [key]: null })).toHaveLength(1);
    },
  );
});
