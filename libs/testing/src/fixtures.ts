import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  check,
  describeIssues,
  type FrameOf,
  type FrameType,
  type PayloadOf,
  type SectionName,
  type ToolName,
} from '@kenny/contract/agent';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);

/**
 * One checked-in fixture by its path below `fixtures/`, e.g. `frames/register.json`; a fresh copy
 * every time. It is data like any other: judge it before you trust its shape.
 * @throws Error that lists the folder if there is no such file.
 */
export function fixture(path: string): unknown {
  return JSON.parse(fixtureText(path));
}

export function fixtureText(path: string): string {
  const file = fileURLToPath(new URL(path, FIXTURES));
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`no fixture ${path}; there are: ${siblings(file).join(', ')}`, { cause });
  }
}

/** The fixture of a frame, judged by its own validator. */
export function frameFixture<T extends FrameType>(type: T): FrameOf<T> {
  return checkedFixture<FrameOf<T>>(`frames/${type}.json`, `frame:${type}`);
}

/** The fixture of a telemetry section's payload, judged by its own validator. */
export function sectionFixture<N extends SectionName>(name: N): PayloadOf<N> {
  return checkedFixture<PayloadOf<N>>(`telemetry/telemetry_${name}.json`, `section:${name}`);
}

/** The `request` frame with which a tool is called. */
export function requestFixture(tool: ToolName): FrameOf<'request'> {
  return checkedFixture<FrameOf<'request'>>(`tools/request_${tool}.json`, 'frame:request');
}

/** The `response` frame with which a tool answers. */
export function responseFixture(tool: ToolName): FrameOf<'response'> {
  return checkedFixture<FrameOf<'response'>>(`tools/response_${tool}.json`, 'frame:response');
}

function checkedFixture<T>(path: string, validator: string): T {
  const value = fixture(path);
  const issues = check(validator, value);
  if (issues.length > 0) throw new Error(`fixture ${path}: ${describeIssues(issues)}`);
  return value as T;
}

function siblings(file: string): string[] {
  try {
    return readdirSync(dirname(file));
  } catch {
    // The folder is missing as well: there is nothing to list.
    return [];
  }
}
