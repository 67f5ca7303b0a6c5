import { once } from 'node:events';
import { createServer } from 'node:http';

/** A model's service that answers each message with one change, and its result with a word. */
export class ChangingModel {
  #ids = 0;

  static async start(newCommand) {
    const model = Object.assign(new ChangingModel(), { newCommand });
    model.http = createServer((request, response) => void model.#answer(request, response));
    model.http.listen(0, '127.0.0.1');
    await once(model.http, 'listening');
    const url = `http://127.0.0.1:${model.http.address().port}`;
    model.env = { ANTHROPIC_API_KEY: 'sk-ant-faults', ANTHROPIC_BASE_URL: url };
    return model;
  }

  stop() {
    this.http.closeAllConnections();
    this.http.close();
  }

  async #answer(request, response) {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { messages } = JSON.parse(body);
    const last = [messages.at(-1).content].flat().at(-1);
    const block = last?.type === 'tool_result' ? undefined : this.#change();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(block ? toolUse(block) : text('It is done.'));
  }

  #change() {
    const input = { ...this.newCommand(), reason: 'it was asked for' };
    return { id: `toolu_faults${(this.#ids += 1)}`, name: 'shell_exec', input };
  }
}

const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const message = (stop_reason, ...blocks) =>
  event({
    type: 'message_start',
    message: {
      ...{ id: 'msg_faults', type: 'message', role: 'assistant', model: 'faults', content: [] },
      ...{ stop_reason: null, stop_sequence: null },
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  }) +
  blocks.join('') +
  event({ type: 'content_block_stop', index: 0 }) +
  event({
    ...{ type: 'message_delta', usage: { output_tokens: 10 } },
    delta: { stop_reason, stop_sequence: null },
  }) +
  event({ type: 'message_stop' });

const block = (content_block, delta) =>
  event({ type: 'content_block_start', index: 0, content_block }) +
  event({ type: 'content_block_delta', index: 0, delta });

const text = (words) =>
  message('end_turn', block({ type: 'text', text: '' }, { type: 'text_delta', text: words }));

const toolUse = ({ id, name, input }) =>
  message(
    'tool_use',
    block(
      { type: 'tool_use', id, name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ),
  );
