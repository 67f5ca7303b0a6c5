import { fixture, fixtureNames } from '../../test/fixtures.js';
import { checkWith } from '../check-with.js';
import { httpAnswerValidators } from '../generated/http-answer-validators.js';
import { httpValidators } from '../generated/http-validators.js';
import { REQUEST_BODIES } from '../index.js';

/** `audit_list` → `AuditList`. */
const shapeOf = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const names = fixtureNames('http');
const validators = { ...httpAnswerValidators, ...httpValidators };

describe('the fixtures of the HTTP door', () => {
  it.each(names)('%s fits its shape', (name) => {
    expect(checkWith(validators, `http:${shapeOf(name)}`, fixture('http', name))).toEqual([]);
  });

  it('have one for every body that a request may carry', () => {
    expect(names.map(shapeOf)).toEqual(expect.arrayContaining(Object.keys(REQUEST_BODIES)));
  });

  it('are judged apart: the server holds no validator of what only its clients judge', () => {
    const bodies = Object.keys(REQUEST_BODIES).map((name) => `http:${name}`);
    const taken = Object.keys(httpValidators).filter((name) => name.startsWith('http:'));
    expect(taken.sort()).toEqual(bodies.sort());
    expect(bodies.filter((name) => name in httpAnswerValidators)).toEqual(
      bodies.filter((name) => !name.endsWith('Body')),
    );
  });

  it('of a body that is answered as well is open there to later versions', () => {
    const later = { ...(fixture('http', 'alert_choices') as object), later: 1 };
    expect(checkWith(httpValidators, 'http:AlertChoices', later)).toHaveLength(1);
    expect(checkWith(httpAnswerValidators, 'http:AlertChoices', later)).toEqual([]);
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
