import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import { parseBlocks } from '../key-values.js';

/** systemctl(1)'s stable output for programs. */
export const SYSTEMCTL_SHOW = [
  'show',
  '*.service',
  '--all',
  '--no-pager',
  '--property=Id,Description,LoadState,ActiveState,SubState,Result,UnitFileState,Type,' +
    'WantedBy,RequiredBy,TriggeredBy,ConditionResult,ConditionTimestampMonotonic',
];

/** Reached at every boot. Others (bluetooth.target …) may never come up. */
const BOOT_TARGETS = new Set([
  'multi-user.target',
  'default.target',
  'basic.target',
  'sysinit.target',
]);
/** Types that exit when their work is done (systemd.service(5)). */
const ENDING_TYPES = new Set(['oneshot']);

type Unit = ReadonlyMap<string, string>;

export function parseSystemdServices(text: string): ReportedService[] {
  return parseBlocks(text).flatMap((unit) => {
    const id = unit.get('Id');
    const state = unit.get('ActiveState');
    if (!id?.endsWith('.service') || !state) return [];
    // Units that others mention but nobody installed.
    if (unit.get('LoadState') === 'not-found') return [];
    return [
      {
        name: id.slice(0, -'.service'.length).slice(0, 256),
        display: unit.get('Description')?.slice(0, 512) || null,
        status: statusOf(unit, state),
        start: startOf(unit),
      },
    ];
  });
}

function statusOf(unit: Unit, state: string): string {
  if (state === 'failed') return SERVICE_STATUS.failed;
  if (state === 'inactive') return SERVICE_STATUS.stopped;
  if (state === 'active') {
    return unit.get('SubState') === 'exited' ? SERVICE_STATUS.exited : SERVICE_STATUS.running;
  }
  // A crash loop always shows as about to start.
  const result = unit.get('Result') ?? 'success';
  if (unit.get('SubState') === 'auto-restart' && result !== 'success') return SERVICE_STATUS.failed;
  return SERVICE_STATUS.running;
}

function startOf(unit: Unit): string {
  const state = unit.get('UnitFileState') ?? '';
  if (unit.get('LoadState') === 'masked' || state.startsWith('masked')) {
    return SERVICE_START.disabled;
  }
  if (state === 'disabled') return SERVICE_START.manual;
  if (state.startsWith('enabled')) {
    return promisesToRun(unit) ? SERVICE_START.auto : SERVICE_START.trigger;
  }
  const wanted = wantedBy(unit).length > 0 || unit.get('TriggeredBy');
  return wanted ? SERVICE_START.trigger : SERVICE_START.manual;
}

/** Only such a service is missed when it does not run: see SERVICE_START. */
function promisesToRun(unit: Unit): boolean {
  if (ENDING_TYPES.has(unit.get('Type') ?? '') || unit.get('TriggeredBy')) return false;
  const tried = (unit.get('ConditionTimestampMonotonic') ?? '0') !== '0';
  if (tried && unit.get('ConditionResult') === 'no') return false;
  return wantedBy(unit).some((target) => BOOT_TARGETS.has(target));
}

function wantedBy(unit: Unit): string[] {
  const words = `${unit.get('WantedBy') ?? ''} ${unit.get('RequiredBy') ?? ''}`;
  return words.split(' ').filter((word) => word !== '');
}
