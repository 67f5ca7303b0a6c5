import fc from 'fast-check';

/** What hostile bytes are made of: pieces of frames, broken in any way. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(
          ...['Content-Length: 5\r\n', 'Content-Length:400\n', '\r\n', '\n', '\r', ': ', '{"a":1}'],
          ...['Content-Type: x; charset=latin1\r\n', 'Content-Length: 3\r\n\r\n', 'x'.repeat(500)],
          ...['[[[[[', '{"__proto__":', '\u2028'],
        )
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => Buffer.concat(pieces));
