import { markWords, momentWords, timeMarks } from './time-axis';

const day = (text: string) => Date.parse(`${text}Z`);
const utc = true;

describe('the marks of a time axis', () => {
  it('are whole hours for a day and midnights for a month', () => {
    const hours = timeMarks(day('2031-05-01T05:30'), day('2031-05-02T05:30'), { most: 8, utc });
    expect(hours.map((at) => markWords(at, utc))).toEqual([
      ...['06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '2 May', '03:00'],
    ]);
    const days = timeMarks(day('2031-05-01T00:00'), day('2031-05-31T00:00'), { most: 6, utc });
    expect(days.map((at) => markWords(at, utc))).toEqual([
      ...['1 May', '8 May', '15 May', '22 May', '29 May'],
    ]);
  });

  it('are no more than there is room for, however long the time', () => {
    for (const days of [0.1, 1, 9, 40, 366]) {
      const from = day('2031-05-01T03:10');
      const marks = timeMarks(from, from + days * 86_400_000, { most: 5, utc: false });
      expect(marks.length).toBeLessThanOrEqual(366 / 30 + 1);
      expect([...marks].sort((a, b) => a - b)).toEqual(marks);
    }
  });
});

describe('the words of a moment', () => {
  it('leave the time out for a whole day', () => {
    expect(momentWords(day('2031-05-01T14:30'), 60_000, utc)).toBe('1 May, 14:30');
    expect(momentWords(day('2031-05-01T00:00'), 86_400_000, utc)).toBe('1 May');
  });
});
