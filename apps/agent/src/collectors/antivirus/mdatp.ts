import type { QuarantinedItem } from '@kenny/contract/agent';

/** Microsoft Defender for Endpoint on Linux, as `mdatp health` shows it. */
export interface MdatpHealth {
  engineLoaded: boolean;
  /** Null in passive mode, where another product protects and this one only watches. */
  realtime: boolean | null;
  signaturesAgeMinutes: number | undefined;
  healthy: boolean | null;
}

/** `real_time_protection_enabled : true`, one value a line; undefined for any other text. */
export function parseMdatpHealth(text: string): MdatpHealth | undefined {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, key, value] = /^([a-z_]{1,64})\s{0,64}: (.{1,500})$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined)
      values.set(key, value.trim().replace(/^"(.*)"$/, '$1'));
  }
  const engine = values.get('engine_load_status');
  if (engine === undefined) return undefined;
  const minutes = values.get('definitions_updated_minutes_ago') ?? '';
  const isPassive = flag(values.get('passive_mode_enabled')) === true;
  return {
    engineLoaded: engine === 'Engine load succeeded',
    realtime: isPassive ? null : flag(values.get('real_time_protection_enabled')),
    signaturesAgeMinutes: /^\d{1,9}$/.test(minutes) ? Number(minutes) : undefined,
    healthy: flag(values.get('healthy')),
  };
}

/** Values may carry a remark: `true [managed]`. */
function flag(value: string | undefined): boolean | null {
  const [word] = (value ?? '').split(' ', 1);
  return word === 'true' || word === 'false' ? word === 'true' : null;
}

/**
 * `mdatp threat list`: blocks that begin with `Id:`; only what is in quarantine now. Undefined for
 * any other text.
 */
export function parseMdatpThreats(text: string): QuarantinedItem[] | undefined {
  if (/^(?:No threats|\[\s*\])/i.test(text.trim())) return [];
  const blocks = text.split(/^Id: /m).slice(1);
  if (blocks.length === 0) return undefined;
  return blocks.flatMap((block) => {
    const [, status] = /^Status: "?([a-z_ ]{1,40})"?\s*$/im.exec(block) ?? [];
    const [, name] = /^Name: "?([^"\n]{1,500})"?\s*$/m.exec(block) ?? [];
    if (status?.toLowerCase() !== 'quarantined') return [];
    return [{ name: name?.trim() ?? 'unnamed threat', severity: null, detected_at: null }];
  });
}
