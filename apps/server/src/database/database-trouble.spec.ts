import { KennyError } from '../kernel/index.js';
import {
  DATABASE_TROUBLES,
  inTroubleWords,
  troubleError,
  troubleOf,
  type DatabaseTrouble,
} from './database-trouble.js';

const coded = (code: string, message = 'as the driver says') =>
  Object.assign(new Error(message), { code });
/** As TypeORM wraps what its driver says. */
const wrapped = (driverError: Error) => Object.assign(new Error('query failed'), { driverError });

describe('the trouble of a database', () => {
  it.each<[string, DatabaseTrouble]>([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY', 'locked'],
    ['SQLITE_BUSY_SNAPSHOT', 'locked'],
    ['SQLITE_LOCKED', 'locked'],
    ['SQLITE_READONLY', 'read_only'],
    ['SQLITE_READONLY_DIRECTORY', 'read_only'],
    ['SQLITE_IOERR', 'io'],
    ['SQLITE_IOERR_FSYNC', 'io'],
    ['SQLITE_CANTOPEN', 'io'],
    ['SQLITE_CORRUPT', 'corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'corrupt'],
    ['SQLITE_NOTADB', 'not_a_database'],
    ['53100', 'full'],
    ['55P03', 'locked'],
    ['25006', 'read_only'],
    ['58030', 'io'],
    ['XX001', 'corrupt'],
    ['XX002', 'corrupt'],
    ['53300', 'away'],
    ['57P01', 'away'],
    ['ECONNREFUSED', 'away'],
  ])('%s is "%s", also inside what TypeORM throws', (code, trouble) => {
    expect(troubleOf(coded(code))).toBe(trouble);
    expect(troubleOf(wrapped(coded(code)))).toBe(trouble);
  });

  it.each(['SQLITE_CONSTRAINT', 'SQLITE_ERROR', '23505', '40001', '42P01', 'ERR_OTHER'])(
    'is not what %s says: that is about one statement',
    (code) => {
      const error = coded(code);
      expect(troubleOf(error)).toBeUndefined();
      expect(inTroubleWords(error)).toBe(error);
    },
  );

  it.each([undefined, null, 'SQLITE_FULL', 13])('is not read out of %p', (thrown) => {
    expect(troubleOf(thrown)).toBeUndefined();
  });

  it.each([...DATABASE_TROUBLES])('"%s" is told as unavailable, with what to do', (trouble) => {
    const { code, message } = troubleError(trouble);
    expect(code).toBe('unavailable');
    expect(message).toMatch(/; nothing was changed\. [A-Z][^.]+\.$/);
  });

  it('leaves alone what is said in words already', () => {
    const known = new KennyError('unavailable', 'Another server has it.');
    expect(inTroubleWords(known)).toBe(known);
  });
});
