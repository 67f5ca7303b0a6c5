import { Field, Optional, TextList } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { SECTIONS, type SectionName } from '../sections/index.js';

const SECTION_CHOICE = SECTIONS.map((section) => section.name);

export class TelemetryCollectArgs {
  @Optional()
  @TextList({ max: 100, of: SECTION_CHOICE })
  @Field({ label: 'Checks', description: 'Left out: all of them.' })
  sections?: SectionName[];
}

/** A snapshot: section name → payload. Each payload is judged by its own section's validator. */
export class TelemetryCollectResult {
  [section: string]: unknown;
}

export const telemetryCollect = defineTool({
  name: 'telemetry_collect',
  title: 'Check health now',
  does: 'Reads the health of {pc} now.',
  description: "Check the PC's health now: everything, or only the checks that are named.",
  args: TelemetryCollectArgs,
  result: TelemetryCollectResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'look',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 60 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
