import { rudeServer } from '../../test/rude-server.js';
import { postJson } from './post-json.js';

describe('a question to the server', () => {
  it('ends with a reason where the server switched protocols', async () => {
    const rude = await rudeServer();
    const result = await postJson({
      url: `http://${rude.host}/`,
      body: {},
      bearer: 'x',
      tlsCa: undefined,
      timeoutMs: 60_000,
      signal: undefined,
    });
    expect(result).toEqual({ unreachable: 'the server switched protocols' });
    rude.stop();
  });
});
