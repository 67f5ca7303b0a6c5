import { neverConnectedOf } from './never-connected.js';

const NOW = Date.parse('2026-06-04T12:00:00Z');

it('counts PCs that never connected, for their first day apart from the others', () => {
  const pc = { online: false, last_seen: null, overall: 'unknown' } as const;
  const pcs = [
    { ...pc, added_at: '2026-06-03T12:00:01Z' },
    { ...pc, added_at: '2026-06-03T12:00:00Z' },
    pc,
    { ...pc, online: true },
    { ...pc, last_seen: '2026-06-04T11:00:00Z', overall: 'offline' as const },
  ];
  expect(neverConnectedOf(pcs, NOW)).toEqual({ lately: 1, longer: 2 });
});
