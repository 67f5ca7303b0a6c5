import { riskInWords, riskWhy, TOOLS } from './index.js';

const asked = (tool: string, more: object = {}) => ({
  ...({ tool, kind: 'change', risk: 'medium', look_twice: [] } as const),
  ...more,
});

describe('why a request is risky', () => {
  it.each(TOOLS.filter(({ effect }) => effect === 'change').map(({ name }) => name))(
    'is told of %s in a few words',
    (name) => {
      expect(riskWhy(asked(name))).toMatch(/^[a-zA-Z][^.]{8,60}$/);
    },
  );

  it('tells what deletes for good from a fix that deletes nothing', () => {
    expect(riskInWords(asked('disk_clean'))).toBe('Medium risk: deletes files for good');
    expect(riskInWords(asked('disk_clean', { fix: 'Free up space' }))).toBe(
      'Medium risk: deletes files for good',
    );
    const fix = { fix: 'Restart the Print Spooler' };
    expect(riskInWords(asked('powershell_exec', fix))).toBe(
      'Medium risk: it changes the PC, but deletes nothing',
    );
    expect(riskInWords(asked('powershell_exec', { ...fix, risk: 'high' }))).toBe(
      'High risk: it may lose something',
    );
    expect(riskWhy(asked('powershell_exec'))).toBe('a script that is not kenny’s own');
  });

  it('is the mark, where there is one; reads and unknown tools have none', () => {
    const marked = asked('net_dns_flush', { look_twice: [{}], risk: 'high' });
    expect(riskWhy(marked)).toBe('something in it needs a second look');
    expect(riskWhy(asked('fs_read', { kind: 'read' }))).toBeNull();
    expect(riskInWords(asked('toString'))).toBe('Medium risk');
  });
});
