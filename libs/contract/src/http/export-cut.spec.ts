import { exportCutIn, exportCutWords } from './export-cut.js';

const words = exportCutWords({ rows: 100_000, after: 123_456 });

describe('the last line of an export that was cut', () => {
  it.each([`{"cut":"${words}"}\n`, `"${words}"\r\n`])('is found again: %j', (line) => {
    const found = { rows: 100_000, after: 123_456 };
    expect([exportCutIn(line), exportCutIn(`{"seq":1}\n${line}`)]).toEqual([found, found]);
  });

  it('is no row that says the same, and nothing in the middle', () => {
    const row = JSON.stringify({ seq: 1, target: `{"cut":"${words}"}\n` });
    for (const text of ['', `${row}\n`, `1,"${words}"\r\n`, `"${words}"\r\n2,"x"\r\n`]) {
      expect(exportCutIn(text)).toBeUndefined();
    }
  });
});
