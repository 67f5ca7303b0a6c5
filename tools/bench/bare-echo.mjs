/** The least that a program with `Content-Length` frames on stdin and stdout does: it echoes params. */
let buffer = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [, length] = /Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end));
    const next = end + 4 + Number(length);
    if (buffer.length < next) return;
    const { id, params } = JSON.parse(buffer.toString('utf8', end + 4, next));
    buffer = buffer.subarray(next);
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: params ?? {} });
    process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
});
