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
  const facts = {
    server_url: 'wss://kenny.example/agent/ws',
    agent_id: 'pc1',
    server_public_key: 'AAA+/=',
    token: 'kny_abc-_',
    telemetry_interval_s: 900,
    ...{ new_key: false, own_authority: false },
  };

  it('says how often the server wants a snapshot where that is not the default', () => {
    const lines = installLines({ ...facts, telemetry_interval_s: 60 });
    expect(lines.linux).toContain(" --telemetry-interval-secs '60'\n");
  });

  it('names everything the agent needs to enrol, quoted for the shell of each system', () => {
    const lines = installLines(facts);
    expect(lines.linux).toBe(
      "kenny-agent enroll --server 'wss://kenny.example/agent/ws' --agent-id 'pc1' " +
        "--server-pubkey 'AAA+/=' --enroll-token 'kny_abc-_'\nkenny-agent run",
    );
    expect(lines.windows).toBe(
      'kenny-agent.exe enroll --server "wss://kenny.example/agent/ws" --agent-id "pc1" ' +
        '--server-pubkey "AAA+/=" --enroll-token "kny_abc-_"\nkenny-agent.exe run',
    );
  });

  it('names the file of an authority that only we know', () => {
    const lines = installLines({ ...facts, own_authority: true });
    expect(lines.linux).toContain(" --tls-ca 'server-ca.pem'\n");
  });

  it('asks for a new key where the old one will not be taken again', () => {
    expect(installLines({ ...facts, new_key: true }).linux).toMatch(/ --new-key\nkenny-agent run$/);
  });

  it.each([
    ['ws://pc.lan:8000/agent/ws', true],
    ['ws://127.0.0.1:8000/agent/ws', false],
    ['ws://[::1]:8000/agent/ws', false],
    ['wss://pc.lan:8000/agent/ws', false],
  ])('for %s says --insecure: %s', (server_url, said) => {
    for (const line of installLines({ ...facts, server_url }).linux.split('\n')) {
      expect(line.endsWith(' --insecure')).toBe(said);
    }
  });
});
