import { KENNY_VERSION } from '@kenny/contract';
import { unzip } from '@kenny/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../test/temp-dir.js';
import { ClaudeDesktopService } from './claude-desktop.service.js';

const newDir = tempDirs();
const CONFIG = { publicUrl: 'https://kenny.example', tlsCa: 'a certificate' };

describe('the file for Claude Desktop of this server', () => {
  it('has the built program, the server’s address and authority, and its version', async () => {
    const file = join(newDir(), 'mcp-bridge.cjs');
    writeFileSync(file, '// a program');
    const files = unzip(await new ClaudeDesktopService(CONFIG, file).bundle());
    const content = (name: string) => files.find((one) => one.name === name)?.content.toString();
    expect(content('mcp-bridge.cjs')).toBe('// a program');
    expect(content('ca.pem')).toBe('a certificate');
    expect(content('manifest.json')).toContain('https://kenny.example/mcp');
    expect(content('manifest.json')).toContain(`"version": "${KENNY_VERSION}"`);
  });

  it('cannot be made where the program was not built: it says what to run', async () => {
    const service = new ClaudeDesktopService(CONFIG, join(newDir(), 'mcp-bridge.cjs'));
    await expect(service.bundle()).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('npm run build') as string },
    });
  });
});
