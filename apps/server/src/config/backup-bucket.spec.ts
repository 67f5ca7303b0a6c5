import { bucketPlace, shownBucket } from './backup-bucket.js';
import { loadConfig } from './load-config.js';

const KEY = { KENNY_BACKUP_S3_KEY_ID: 'AKIDEXAMPLE', KENNY_BACKUP_S3_SECRET: 'a-long-secret' };
const AT = { KENNY_BACKUP_S3: 'https://s3.example.com/family/kenny', ...KEY };
const load = (env: Record<string, string>) =>
  loadConfig({ KENNY_DATA_DIR: 'data', ...env }, '/srv').backup.bucket;

describe('the address of a bucket', () => {
  it.each([
    ['https://s3.example.com/family', 'https://s3.example.com', 'family', ''],
    ['https://nas.lan:9000/b.1/x/y/', 'https://nas.lan:9000', 'b.1', 'x/y/'],
    ['http://127.0.0.1:9000/family', 'http://127.0.0.1:9000', 'family', ''],
    ['http://[::1]:9000/family', 'http://[::1]:9000', 'family', ''],
  ])('is taken apart: %s', (text, origin, bucket, prefix) => {
    expect(bucketPlace(text)).toEqual({ origin, bucket, prefix });
  });

  it.each([
    ...['http://nas.lan/family', 'http://192.168.1.2/family', 'ftp://127.0.0.1/family'],
    ...['https://s3.example.com', 'https://s3.example.com/x', 'https://s3.example.com/family?a=b'],
    ...['https://key:secret@s3.example.com/family', 'https://s3.example.com/family//x'],
    ...['https://s3.example.com/family/%2e%2e', 'https://s3.example.com/family/.x', 'family'],
    ...['https://s3.example.com/family/ä', 'https://s3.example.com/family#'],
  ])('is refused: %s', (text) => {
    expect(bucketPlace(text)).toBeNull();
  });

  it('is shown without scheme and key', () => {
    expect(shownBucket({ origin: 'https://a.b:9', bucket: 'c', prefix: 'd/' })).toBe('a.b:9/c/d');
  });
});

describe('the configuration of a bucket', () => {
  it('is nothing without an address', () => {
    expect(load(KEY)).toBeNull();
  });

  it('needs a key', () => {
    const { KENNY_BACKUP_S3 } = AT;
    expect(() => load({ KENNY_BACKUP_S3, KENNY_BACKUP_S3_PLAIN: '1' })).toThrow(
      /needs KENNY_BACKUP_S3_KEY_ID and KENNY_BACKUP_S3_SECRET/,
    );
  });

  it('needs somebody who says so when nothing is encrypted', () => {
    expect(() => load(AT)).toThrow(/not encrypted.*KENNY_BACKUP_S3_PLAIN=1/);
    expect(load({ ...AT, KENNY_BACKUP_S3_PLAIN: '1' })).toMatchObject({
      ...{ plain: true, region: 'us-east-1', prefix: 'kenny/' },
    });
    const recipient = `age1${'q'.repeat(58)}`;
    expect(load({ ...AT, KENNY_BACKUP_RECIPIENTS: recipient })).toMatchObject({ plain: false });
  });

  it('does not repeat what may hold the secret', () => {
    const env = { ...AT, KENNY_BACKUP_S3: 'https://id:hunter22@s3.example.com/family' };
    const said = (() => {
      try {
        return load(env);
      } catch (error) {
        return String(error);
      }
    })();
    expect(said).toContain('KENNY_BACKUP_S3 must be');
    expect(said).not.toContain('hunter22');
  });
});
