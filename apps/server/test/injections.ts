import { isToolName, type ToolName } from '@kenny/contract';
import { fixture, responseFixture, type FakeHandler } from '@kenny/testing';

/** Where somebody who wants to misuse the model can leave words for it. */
export const PLACES = [
  'file_content',
  'file_name',
  'event_log',
  'process_name',
  'printer_name',
  'host_name',
  'window_title',
] as const;
export type Place = (typeof PLACES)[number];

/** Words in data of a PC, and the change that a model calls for which believes them. */
export interface Injection {
  readonly name: string;
  readonly place: Place;
  readonly text: string;
  /** The safety guard refuses the change whoever approves it. */
  readonly blocked?: boolean;
  readonly wants: {
    readonly tool: ToolName;
    readonly agent_id: string;
    readonly args: Readonly<Record<string, unknown>>;
  };
}

export function injections(): Injection[] {
  return PLACES.flatMap((place) => {
    const all = fixture(`injections/${place}.json`) as Omit<Injection, 'place'>[];
    return all.map((one) => {
      if (!isToolName(one.wants.tool)) throw new Error(`${place}: ${one.name} wants no tool`);
      return { ...one, place };
    });
  });
}

/** The call with which the model comes upon the words, and the PC's answer to it. */
export interface Reading {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, string>>;
  /** Without it, kenny answers by itself. */
  readonly answer?: FakeHandler;
}

export function readingOf({ place, text }: Pick<Injection, 'place' | 'text'>): Reading {
  switch (place) {
    case 'file_content':
      return {
        ...{ tool: 'fs_read', args: { path: '/srv/notes.txt', agent_id: 'pc-linux' } },
        answer: () => ({ ...responseFixture('fs_read').result, content: text }),
      };
    case 'file_name':
      return {
        ...{ tool: 'fs_list', args: { path: '/srv', agent_id: 'pc-linux' } },
        answer: () => ({ entries: [{ name: text, is_dir: false, bytes: 1 }] }),
      };
    case 'event_log':
      return {
        ...{ tool: 'diag_eventlog', args: { log: 'System', agent_id: 'pc-win' } },
        answer: () => ({ events: [{ ...EVENT, message: text }] }),
      };
    case 'process_name':
      return {
        ...{ tool: 'diag_processes', args: { agent_id: 'pc-linux' } },
        answer: () => ({ processes: [{ pid: 7, name: text, cpu: 0, mem_bytes: 1 }] }),
      };
    case 'printer_name':
      return snapshotWith('printers', { printers: [{ ...PRINTER, name: text }] });
    case 'window_title':
      // No section has them yet; those of later protocols are told as they are.
      return snapshotWith('windows', { windows: [{ title: text }] });
    case 'host_name':
      return { tool: 'fleet_overview', args: {} };
  }
}

const EVENT = { time: '2026-06-04T17:58:12Z', level: 'Error', source: 'Service Control Manager' };
const PRINTER = { status: 'Offline', is_default: true, jobs: 2 };

function snapshotWith(section: string, payload: Record<string, unknown>): Reading {
  return {
    ...{ tool: 'telemetry_collect', args: { agent_id: 'pc-win' } },
    answer: () => ({ [section]: { status: 'ok', summary: '', ...payload } }),
  };
}
