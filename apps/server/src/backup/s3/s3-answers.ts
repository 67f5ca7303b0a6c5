/**
 * The few fields that are read of answers in XML. Whoever answers may mean harm: an answer is
 * capped before, each is gone through once, and what is found is a text and nothing else.
 */

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

export interface OpenUpload {
  readonly key: string;
  readonly id: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined: this was the last one. */
  readonly next: string | undefined;
}

/** Text of the first element of this name. */
export function fieldOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  if (start < 0) return undefined;
  const from = start + name.length + 2;
  const end = xml.indexOf(`</${name}>`, from);
  return end < 0 ? undefined : plain(xml.slice(from, end));
}

/** Undefined: that is no list of objects. */
export function objectsOf(xml: string): Page<StoredObject> | undefined {
  if (!xml.includes('<ListBucketResult')) return undefined;
  const items = elementsOf(xml, 'Contents').flatMap((one) => {
    const [key, size] = [fieldOf(one, 'Key'), fieldOf(one, 'Size')];
    return key !== undefined && size !== undefined && /^\d{1,15}$/.test(size)
      ? [{ key, bytes: Number(size) }]
      : [];
  });
  return { items, next: nextOf(xml, 'NextContinuationToken') };
}

/** Undefined: that is no list of uploads. */
export function uploadsOf(xml: string): readonly OpenUpload[] | undefined {
  if (!xml.includes('<ListMultipartUploadsResult')) return undefined;
  return elementsOf(xml, 'Upload').flatMap((one) => {
    const [key, id] = [fieldOf(one, 'Key'), fieldOf(one, 'UploadId')];
    return key !== undefined && id !== undefined ? [{ key, id }] : [];
  });
}

function nextOf(xml: string, name: string): string | undefined {
  return fieldOf(xml, 'IsTruncated') === 'true' ? fieldOf(xml, name) : undefined;
}

function elementsOf(xml: string, name: string): string[] {
  const [, ...begun] = xml.split(`<${name}>`);
  return begun.flatMap((rest) => {
    const end = rest.indexOf(`</${name}>`);
    return end < 0 ? [] : [rest.slice(0, end)];
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#34;': '"' },
  ...{ '&#39;': "'" },
};

const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos|#34|#39);/g, (one) => ENTITIES[one] ?? one);
