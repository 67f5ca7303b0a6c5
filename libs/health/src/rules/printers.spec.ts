import { printers } from './printers.js';
import { grade } from '../threshold.js';

describe('a printer that does not print', () => {
  it.each([
    ['Offline', 'Brother is offline'],
    ['PaperOut, offline', 'Brother is offline'],
    ['Error', 'Brother reports an error'],
    ['Offline,Error,Offline', 'Brother is offline and reports an error'],
  ])('is told in words: %s', (status, reason) => {
    const payload = { printers: [{ name: 'Brother', status, is_default: null, jobs: null }] };

    expect(printers.judge(payload, 0, grade)).toEqual({ status: 'warn', reason });
  });
});
