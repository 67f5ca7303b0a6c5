const BLOCK = 512;

/**
 * An archive in the ustar format from `{ name, mode, content }`, the same bytes for the same files:
 * no times, owners or order of a disk are in it.
 */
export function tar(entries) {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.flatMap(({ name, mode, content }) => [
    header(name, mode, content.length),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(name, mode, size) {
  if (Buffer.byteLength(name) > 100) throw new Error(`too long a name for ustar: ${name}`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  number(block, 100, 8, mode);
  number(block, 108, 8, 0); // owner and group: root
  number(block, 116, 8, 0);
  number(block, 124, 12, size);
  number(block, 136, 12, 0); // time
  block.write(' '.repeat(8), 148); // the sum counts its own field as blanks
  block.write('0', 156); // a regular file
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function number(block, offset, width, value) {
  block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, offset);
}
