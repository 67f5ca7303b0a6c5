import { CAPS, CATALOG, type JsonSchema, type SectionPayload } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';

const SCHEMAS = new Map(CATALOG.sections.map(({ name, payload }) => [name, payload]));
/** Room for the frame around the snapshot. */
const SNAPSHOT_BYTES = Math.floor(CAPS.telemetryBytes * 0.9);
/** C0 and C1 controls but tab; a line break has no place in a name either. */
// eslint-disable-next-line no-control-regex -- finding them is the point
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

/**
 * Cuts a reading to the limits of its section's schema, so that an odd machine (a name of a
 * megabyte, ten thousand devices) costs the tail of one list and not the snapshot.
 */
export function fitSection(name: string, fields: object): object {
  return fitObject(SCHEMAS.get(name) ?? {}, fields);
}

function fit(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return fitText(value, numberOf(schema['maxLength']));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) {
    const kept = value.slice(0, numberOf(schema['maxItems']));
    const items = schema['items'];
    return isSchema(items) ? kept.map((item) => fit(items, item)) : kept;
  }
  return typeof value === 'object' && value !== null ? fitObject(schema, value) : value;
}

function fitObject(schema: JsonSchema, value: object): object {
  const properties = schema['properties'];
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      const own = isSchema(properties) ? properties[key] : undefined;
      return [key, fit(isSchema(own) ? own : {}, inner)];
    }),
  );
}

/** Well-formed, without control characters, and marked where it was cut. */
export function fitText(text: string, max = Infinity): string {
  const plain = text.slice(0, max + 1).replace(CONTROLS, '\ufffd');
  return (plain.length > max ? `${plain.slice(0, max - 1)}…` : plain).toWellFormed();
}

/**
 * Makes a snapshot fit into its frame: while it is too large, the longest list of the largest
 * section loses its second half, and that section's summary says so.
 */
export function fitSnapshot(
  snapshot: Record<string, SectionPayload>,
  maxBytes = SNAPSHOT_BYTES,
): Record<string, SectionPayload> {
  const sizes = new Map(
    Object.entries(snapshot).map(([name, payload]) => [name, bytesOf(payload)]),
  );
  const fitted = { ...snapshot };
  for (;;) {
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const [largest] = [...sizes].sort((a, b) => b[1] - a[1]);
    const payload = largest && fitted[largest[0]];
    if (total <= maxBytes || !payload) return fitted;
    const shorter = withoutTail(payload);
    if (!shorter) return fitted;
    fitted[largest[0]] = shorter;
    sizes.set(largest[0], bytesOf(shorter));
  }
}

const SHORTENED = ' (shortened)';

function withoutTail(payload: SectionPayload): SectionPayload | undefined {
  const lists = Object.entries(payload).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  const [longest] = lists.sort((a, b) => bytesOf(b[1]) - bytesOf(a[1]));
  if (!longest) return undefined;
  const [key, list] = longest;
  const base = payload.summary.replace(SHORTENED, '').slice(0, 500 - SHORTENED.length);
  const kept = list.slice(0, Math.floor(list.length / 2));
  return { ...payload, summary: `${base}${SHORTENED}`, [key]: kept };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}
