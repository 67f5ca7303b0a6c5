const MARK = '… (cut)';
/** Lengths of texts that are tried, until all of it fits. */
const LENGTHS = [32_768, 4_096, 512, 64] as const;

type Data = Readonly<Record<string, unknown>>;

/** Its JSON in at most so many bytes: long texts in it are cut, and say so. */
export function cutToBytes<D extends Data>(
  data: D,
  most: number,
): { json: string; data: D | Data } {
  const json = JSON.stringify(data);
  if (fits(json, most)) return { json, data };
  for (const length of LENGTHS) {
    const shorter = cutTexts(data, length) as D;
    const text = JSON.stringify(shorter);
    if (fits(text, most)) return { json: text, data: shorter };
  }
  const { sessionUpdate } = data;
  const left = { ...(typeof sessionUpdate === 'string' ? { sessionUpdate } : {}), cut: true };
  return { json: JSON.stringify(left), data: left };
}

function fits(json: string, most: number): boolean {
  return json.length <= most && Buffer.byteLength(json) <= most;
}

function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === 'string') {
    return value.length <= length ? value : value.slice(0, length).toWellFormed() + MARK;
  }
  if (Array.isArray(value)) return value.slice(0, length).map((one) => cutTexts(one, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, cutTexts(one, length)]),
  );
}
