import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { RefusalLog } from './refusal-log.js';

describe('RefusalLog', () => {
  let clock: FakeClock;
  let log: RefusalLog;
  let lines: unknown[][];

  beforeEach(() => {
    clock = new FakeClock();
    log = new RefusalLog(clock);
    lines = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((...line) => void lines.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  const told = (source: string, times: number) =>
    Array.from({ length: times }, () => log.mayTell(source)).filter(Boolean).length;

  it('lets each source have 20 lines a minute, and says how many it left out', () => {
    expect(told('1.2.3.4', 100)).toBe(20);
    expect(told('5.6.7.8', 3)).toBe(3);
    expect(lines).toEqual([]);
    clock.advance(60_000);
    expect(lines).toEqual([['lines were left out', { source: '1.2.3.4', left_out: 80 }]]);
    expect(told('1.2.3.4', 100)).toBe(20);
    expect(log.counts()).toEqual({ malformed: 0, lines_left_out: 160 });
  });

  it('writes a malformed message once a minute, source and kind, and counts all', () => {
    for (let i = 0; i < 400; i += 1) log.malformed('1.2.3.4', 'WS_ERR_INVALID_UTF8');
    log.malformed('1.2.3.4', 'WS_ERR_INVALID_OPCODE');
    log.malformed('5.6.7.8', 'WS_ERR_INVALID_UTF8');
    expect(lines.map(([words, fields]) => [words, fields])).toEqual([
      ['a malformed WebSocket message: WS_ERR_INVALID_UTF8', { source: '1.2.3.4' }],
      ['a malformed WebSocket message: WS_ERR_INVALID_OPCODE', { source: '1.2.3.4' }],
      ['a malformed WebSocket message: WS_ERR_INVALID_UTF8', { source: '5.6.7.8' }],
    ]);
    expect(log.counts()).toEqual({ malformed: 402, lines_left_out: 399 });
  });

  it('holds a bounded number of sources: those beyond it share one allowance', () => {
    for (let i = 0; i < 256; i += 1) expect(told(`source ${i}`, 1)).toBe(1);
    for (let i = 0; i < 20; i += 1) expect(told(`late ${i}`, 1)).toBe(1);
    expect(told('later', 5)).toBe(0);
    clock.advance(60_000);
    expect(lines).toEqual([['lines were left out', { source: 'other sources', left_out: 5 }]]);
  });

  it('says what it left out when the server stops, and waits for nothing', () => {
    told('1.2.3.4', 21);
    log.onModuleDestroy();
    expect(lines).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('has no timer while nobody is refused', () => {
    expect(clock.pendingTimers).toBe(0);
    told('1.2.3.4', 1);
    clock.advance(60_000);
    expect(clock.pendingTimers).toBe(0);
  });
});
