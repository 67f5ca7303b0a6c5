/**
 * A model for agents of other makers, which they are told to ask instead of their own: it uses the
 * tools of kenny in the order of a script, then answers. It speaks as much of the Messages API and of
 * the Gemini API as these agents use, streamed; anything else gets 404 and a line on stderr.
 *
 * `node model-of-agents.mjs <script.json>`: `[{"tool": "shell_exec", "args": {…}} | {"text": "…"}, …]`.
 * Each turn of the model takes the next step.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const steps = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let next = 0;

/** What comes next, with the name that this agent has for that tool. */
function step(names) {
  const now = steps[next];
  if (!now) return { text: 'There is nothing more in the script.' };
  if (now.tool === undefined) {
    next += 1;
    return now;
  }
  const name = names.find((one) => one.endsWith(`_${now.tool}`));
  // Agents ask models for titles and the like without any tools: that is no step.
  if (name === undefined) return { text: 'A title' };
  next += 1;
  return { ...now, name };
}

const json = (response, status, body) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

function messages(body, response) {
  const names = (body.tools ?? []).map(({ name }) => name);
  const now = names.length === 0 ? { text: 'A title' } : step(names);
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = { id: `msg_${next}`, type: 'message', role: 'assistant', model: body.model };
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  if (!body.stream) {
    const content = [{ type: 'text', text: now.text ?? '' }];
    return json(response, 200, { ...start, content, stop_reason: 'end_turn' });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const tell = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  tell('message_start', { message: start });
  const [block, delta] = now.name
    ? [
        { type: 'tool_use', id: `toolu_${next}`, name: now.name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(now.args ?? {}) },
      ]
    : [
        { type: 'text', text: '' },
        { type: 'text_delta', text: now.text },
      ];
  tell('content_block_start', { index: 0, content_block: block });
  tell('content_block_delta', { index: 0, delta });
  tell('content_block_stop', { index: 0 });
  const stop_reason = now.name ? 'tool_use' : 'end_turn';
  tell('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  tell('message_stop', {});
  response.end();
}

function gemini(body, response, streamed) {
  const names = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name }) => name),
  );
  // Its router asks, without tools, which model to use.
  const routing = '{"complexity_reasoning":"-","complexity_score":1,"model_choice":"flash"}';
  const now = names.length === 0 ? { text: routing } : step(names);
  const part = now.name
    ? { functionCall: { name: now.name, args: now.args ?? {} } }
    : { text: now.text };
  const answer = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  if (!streamed) return json(response, 200, answer);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
}

const server = createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { pathname } = new URL(request.url, 'http://model');
    if (request.method === 'HEAD') return response.writeHead(200).end();
    const body = pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString('utf8'));
    if (pathname === '/v1/messages') return messages(body, response);
    if (pathname === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: 10 });
    if (pathname.endsWith(':streamGenerateContent')) return gemini(body, response, true);
    if (pathname.endsWith(':generateContent')) return gemini(body, response, false);
    if (pathname.endsWith(':countTokens')) return json(response, 200, { totalTokens: 1 });
    process.stderr.write(`not of the script: ${request.method} ${pathname}\n`);
    return json(response, 404, { error: { message: 'not of the script' } });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`answering at http://127.0.0.1:${server.address().port}\n`);
});
process.once('SIGTERM', () => process.exit(next === steps.length ? 0 : 1));
