import { fieldOf, objectsOf, uploadsOf } from './s3-answers.js';

const list = (inside: string) =>
  `<?xml version="1.0"?><ListBucketResult>${inside}</ListBucketResult>`;

describe('answers of a bucket', () => {
  it('are read by their fields, and entities are the characters that they stand for', () => {
    const xml = list(
      '<Contents><Key>a&amp;b &lt;&#39;</Key><Size>12</Size></Contents>' +
        '<Contents><Key>c</Key><Size>0</Size></Contents>',
    );
    expect(objectsOf(xml)).toEqual({
      items: [
        { key: "a&b <'", bytes: 12 },
        { key: 'c', bytes: 0 },
      ],
      next: undefined,
    });
    expect(
      uploadsOf('<ListMultipartUploadsResult><Upload><Key>k</Key><UploadId>id</UploadId></Upload>'),
    ).toEqual([{ key: 'k', id: 'id' }]);
  });

  it('go on with a token only where they say that they do', () => {
    const token = '<NextContinuationToken>t</NextContinuationToken>';
    expect(objectsOf(list(`<IsTruncated>true</IsTruncated>${token}`))?.next).toBe('t');
    expect(objectsOf(list(`<IsTruncated>false</IsTruncated>${token}`))?.next).toBeUndefined();
  });

  it('that are something else are none', () => {
    expect(objectsOf('<html>Welcome</html>')).toBeUndefined();
    expect(uploadsOf(list(''))).toBeUndefined();
    expect(fieldOf('<Code>never ends', 'Code')).toBeUndefined();
    const odd = '<Contents><Key>a</Key><Size>-1</Size></Contents><Contents><Key>b</Key></Contents>';
    expect(objectsOf(list(odd))?.items).toEqual([]);
  });

  it('are gone through once, however they are made', () => {
    const begun = performance.now();
    objectsOf(list('<Contents>'.repeat(200_000)));
    objectsOf(list('<Contents><Key>'.repeat(130_000)));
    uploadsOf(`<ListMultipartUploadsResult>${'<Upload>'.repeat(200_000)}`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
