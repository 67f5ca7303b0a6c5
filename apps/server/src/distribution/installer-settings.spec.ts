import { installerSettings } from './installer-settings.js';

const FACTS = {
  agent_id: 'pc1',
  server_url: 'wss://kenny.example/agent/ws',
  server_public_key: 'AAAA',
  token: 'kny_token',
  telemetry_interval_s: 900,
  tls_ca: null,
  insecure: false,
};

describe('the settings in the archive for Windows', () => {
  const texts = (files: ReturnType<typeof installerSettings>) =>
    files.map(({ name, content }) => [name, Buffer.from(content).toString()] as const);

  it('are what the PC needs and nothing else', () => {
    const [[name, text = ''] = []] = texts(installerSettings(FACTS));
    expect(name).toBe('kenny-agent.config.json');
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      ...['server', 'agent_id', 'server_pubkey', 'enroll_token'],
    ]);
  });

  it('bring the certificate of an authority that no PC knows, and name it', () => {
    const files = texts(installerSettings({ ...FACTS, tls_ca: 'PEM' }));
    expect(files[1]).toEqual(['server-ca.pem', 'PEM']);
    expect(JSON.parse(files[0]?.[1] ?? '')).toMatchObject({ tls_ca: 'server-ca.pem' });
  });

  it('say how often the server wants a snapshot where that is not the default', () => {
    const [[, text = ''] = []] = texts(
      installerSettings({ ...FACTS, telemetry_interval_s: 3_600 }),
    );
    expect(JSON.parse(text)).toMatchObject({ telemetry_interval_secs: '3600' });
  });

  it('say that plain text was asked for only where it was', () => {
    const [[, text = ''] = []] = texts(installerSettings({ ...FACTS, insecure: true }));
    expect(JSON.parse(text)).toMatchObject({ insecure: true });
    expect(texts(installerSettings(FACTS))[0]?.[1]).not.toContain('insecure');
  });
});
