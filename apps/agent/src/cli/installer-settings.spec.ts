import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { readInstallerSettings } from './installer-settings.js';

const folder = temporaryFolder();

async function settings(content: unknown): Promise<string> {
  const file = join(folder.path, 'kenny-agent.config.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('the settings beside an installer', () => {
  it('count as if they had been typed, with the certificate beside them', async () => {
    const file = await settings({
      ...{ server: 'wss://k.example/agent/ws', agent_id: 'pc1', enroll_token: 'kny_x' },
      ...{ tls_ca: 'server-ca.pem', insecure: true },
    });
    expect(await readInstallerSettings(file)).toEqual({
      values: {
        KENNY_SERVER: 'wss://k.example/agent/ws',
        KENNY_AGENT_ID: 'pc1',
        KENNY_ENROLL_TOKEN: 'kny_x',
        KENNY_TLS_CA: join(folder.path, 'server-ca.pem'),
      },
      insecure: true,
    });
  });

  it('are plain text only where it says so in so many words', async () => {
    expect((await readInstallerSettings(await settings({ insecure: 'true' }))).insecure).toBe(
      false,
    );
  });

  it.each(['{', '[]', { surprise: 'x' }, { agent_id: 7 }])(
    'refuses %j in words',
    async (content) => {
      await expect(readInstallerSettings(await settings(content))).rejects.toThrow(
        /kenny-agent\.config\.json/,
      );
    },
  );

  it('says that the file is not there', async () => {
    await expect(readInstallerSettings(join(folder.path, 'none.json'))).rejects.toThrow(
      /not there/,
    );
  });
});
