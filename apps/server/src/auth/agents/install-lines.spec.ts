import { installLines, serverUrl } from './install-lines.js';

describe('serverUrl', () => {
  it.each([
    ['http://127.0.0.1:8000', 'ws://127.0.0.1:8000/agent/ws'],
    ['https://kenny.example', 'wss://kenny.example/agent/ws'],
  ])('of %s is %s', (publicUrl, expected) => {
    expect(serverUrl(publicUrl)).toBe(expected);
  });
});

describe('installLines', () => {
  it('names everything the agent needs to enrol, quoted for the shell of each system', () => {
    const lines = installLines({
      server_url: 'wss://kenny.example/agent/ws',
      agent_id: 'pc1',
      server_public_key: 'AAA+/=',
      token: 'kny_abc-_',
    });
    expect(lines.linux).toBe(
      "kenny-agent run --server 'wss://kenny.example/agent/ws' --agent-id 'pc1' " +
        "--server-pubkey 'AAA+/=' --enroll-token 'kny_abc-_'",
    );
    expect(lines.windows).toBe(
      'kenny-agent.exe run --server "wss://kenny.example/agent/ws" --agent-id "pc1" ' +
        '--server-pubkey "AAA+/=" --enroll-token "kny_abc-_"',
    );
  });
});
