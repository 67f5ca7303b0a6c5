import { SERVER_FILES } from '@kenny/contract';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../test/temp-dir.js';
import { forgetAddress, keepAddress, readKeptAddress } from './kept-address.js';
import { loadConfig } from './load-config.js';

const newDir = tempDirs();
const ADDRESS = 'https://kenny-pc.tail1234.ts.net';
let dataDir: string;
const config = (env: Record<string, string> = {}) =>
  loadConfig({ KENNY_DATA_DIR: dataDir, ...env }, dataDir);

beforeEach(() => {
  dataDir = newDir();
});

describe('the address that an admin had kept', () => {
  it('is there at each start until it is forgotten, as its two variables would be', () => {
    expect(config()).toMatchObject({ publicUrl: 'http://127.0.0.1:8000', trustProxy: [] });
    keepAddress(dataDir, ADDRESS);
    expect(statSync(join(dataDir, SERVER_FILES.address)).mode & 0o777).toBe(0o600);
    const given = config({ KENNY_PUBLIC_URL: ADDRESS, KENNY_TRUST_PROXY: '127.0.0.1' });
    const { publicUrl, trustProxy } = config();
    expect({ publicUrl, trustProxy }).toEqual({
      ...{ publicUrl: given.publicUrl, trustProxy: given.trustProxy },
    });
    expect(config().address).toEqual({ kept: ADDRESS, given: [] });
    forgetAddress(dataDir);
    expect(config().publicUrl).toBe('http://127.0.0.1:8000');
  });

  it.each([
    ['KENNY_PUBLIC_URL', 'https://kenny.example', 'https://kenny.example'],
    ['KENNY_TRUST_PROXY', '10.1.0.0/16', 'http://127.0.0.1:8000'],
    ['KENNY_HOST', '127.0.0.2', 'http://127.0.0.2:8000'],
  ])('gives way to one that is given by %s', (name, value, publicUrl) => {
    keepAddress(dataDir, ADDRESS);
    const { address, ...rest } = config({ [name]: value });
    expect(rest.publicUrl).toBe(publicUrl);
    expect(address).toEqual({ kept: ADDRESS, given: [name] });
  });

  it('counts where the server listens everywhere', () => {
    keepAddress(dataDir, ADDRESS);
    const env = { KENNY_HOST: '0.0.0.0', KENNY_INSECURE_HTTP: '1' };
    expect(config(env)).toMatchObject({ publicUrl: ADDRESS, address: { given: [] } });
  });

  it.each(['', '{', '[]', '{"public_url":7}', '{"public_url":"http://kenny.example"}'])(
    'is none where the file says %j',
    (text) => {
      writeFileSync(join(dataDir, SERVER_FILES.address), text);
      expect(readKeptAddress(dataDir)).toBeNull();
    },
  );
});
