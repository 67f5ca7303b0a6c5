import { CAPS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import type { EventBus, EventMap } from '../../kernel/index.js';
import type { KennyLogger } from '../../logging/index.js';
import { DailyQuota } from '../../scheduling/index.js';
import { LineLimit } from './line-limit.js';
import { RECORDER_CONTEXT, type EventRecorder, type NewEvent } from './event-recorder.js';

type Line = Omit<NewEvent, 'source'>;

const MIB = 1024 * 1024;
const SPENT = 'The PC has sent more than is stored of one in a day; the rest of today is dropped.';

/** Stored lines of the server's own log per second: in trouble it may log a lot. */
const SERVER_LINES_PER_S = 50;
/** Lines that a peer can cause at will: per PC, and for all strangers together. */
const TROUBLE_PER_MIN = { ofOne: 20, ofStrangers: 100 } as const;

/**
 * Sources of log lines: agents' logs and connections, dropped frames, the server's warnings and
 * errors. Returns the function that unsubscribes.
 */
export function listenForEvents(
  recorder: EventRecorder,
  events: EventBus,
  logger: KennyLogger,
  clock: Clock,
): () => void {
  const add = (line: Line): void => recorder.add({ source: 'server', ...line });
  const perName = new LineLimit(clock, TROUBLE_PER_MIN.ofOne);
  const logs = new DailyQuota(CAPS.logDayBytes);
  const perEvent = new LineLimit(clock, TROUBLE_PER_MIN.ofStrangers);
  const addTrouble = (line: Line, ...limits: (() => number | undefined)[]): void => {
    let leftOut = 0;
    for (const take of limits) {
      const before = take();
      if (before === undefined) return;
      leftOut += before;
    }
    const counted = leftOut > 0 ? { ...line.fields, left_out_before: leftOut } : line.fields;
    add({ ...line, level: 'warn', fields: counted });
  };
  const ends = [
    events.on('log.received', (event) => {
      const { agent_id, agent_uid, at, bytes } = event;
      const verdict = logs.take(agent_uid, bytes, at);
      if (verdict === 'taken') recorder.add(agentLine(event));
      if (verdict === 'spent') {
        const { bytesPerDay } = logs;
        events.emit('allowance.spent', { agent_id, agent_uid, of: 'log', bytes: bytesPerDay, at });
      }
    }),
    events.on('allowance.spent', ({ agent_id, at, of, bytes }) =>
      add({
        ...line('allowance.spent', agent_id, at, SPENT, { of, mib_per_day: bytes / MIB }),
        level: 'warn',
      }),
    ),
    events.on('agent.online', ({ agent_id, at, protocol, meta }) =>
      add(
        line('agent.online', agent_id, at, 'Connected.', {
          protocol,
          version: meta.version,
          os: meta.os,
        }),
      ),
    ),
    events.on('agent.offline', ({ agent_id, at, reason }) =>
      add(line('agent.offline', agent_id, at, `Disconnected: the PC ${reason}.`)),
    ),
    events.on('agent.cloned', ({ agent_id, at, addresses }) =>
      add({
        ...line('agent.cloned', agent_id, at, 'Two machines take turns with this identity.', {
          addresses,
        }),
        level: 'error',
      }),
    ),
    events.on('agent.refused', ({ agent_id, at, address, close_code, reason }) =>
      addTrouble(
        line('agent.refused', agent_id, at, `A connection was refused: ${reason}`, {
          address,
          close_code,
        }),
        () => perName.take(`refused ${agent_id ?? ''}`),
        () => perEvent.take('refused'),
      ),
    ),
    events.on('frame.dropped', ({ agent_id, at, reason, forged }) =>
      addTrouble(
        line('frame.dropped', agent_id, at, `A message from this PC was refused: ${reason}`, {
          forged,
        }),
        () => perName.take(`dropped ${agent_id}`),
      ),
    ),
    listenToServerLog(recorder, logger, clock),
  ];
  return () => ends.forEach((end) => end());
}

function line(
  event: string,
  agent_id: string | null,
  at: number,
  message: string,
  fields: Record<string, unknown> | null = null,
): Line {
  return { at, agent_id, level: 'info', event, target: null, message, fields };
}

function agentLine({ agent_id, at, frame }: EventMap['log.received']): NewEvent {
  const { level, target, message, fields } = frame;
  return {
    at,
    source: 'agent',
    agent_id,
    level,
    event: 'log',
    target,
    message,
    // The agent's clock is data: stored, never sorted by (D11).
    fields: { ...fields, agent_at: frame.at },
  };
}

function listenToServerLog(recorder: EventRecorder, logger: KennyLogger, clock: Clock): () => void {
  let [second, count] = [0, 0];
  return logger.onTrouble(({ level, context, message, fields }) => {
    // Lines about storing lines, or about the writer below, would feed themselves.
    if (context === RECORDER_CONTEXT || context === 'SqliteWriter') return;
    const now = Math.floor(clock.monotonic() / 1000);
    if (now !== second) [second, count] = [now, 0];
    if ((count += 1) > SERVER_LINES_PER_S) return;
    // Stacks stay in the server's own log.
    const { stack: _, ...shown } = fields;
    const agentId = typeof fields['agent_id'] === 'string' ? fields['agent_id'] : null;
    recorder.add({
      at: clock.now(),
      source: 'server',
      agent_id: agentId,
      level,
      event: 'log',
      target: context,
      message,
      fields: Object.keys(shown).length > 0 ? shown : null,
    });
  });
}
