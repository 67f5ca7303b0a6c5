import { SERVER_FILES } from '@kenny/contract/agent';
import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSqlite, rootPage, zeroPage } from './sqlite.mjs';

const inFolder = (name) => (folder) => join(folder, SERVER_FILES[name]);
const database = inFolder('database');

const page = (number) => (folder) => zeroPage(database(folder), number);
const root = (name) => async (folder) =>
  zeroPage(database(folder), await rootPage(database(folder), name));

/** A page of the table's rows, below its root. */
async function auditLeaf(folder) {
  const file = database(folder);
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16);
  let number = await rootPage(file, 'audit');
  const INTERIOR = 5;
  while (bytes[(number - 1) * size] === INTERIOR) {
    const at = (number - 1) * size;
    number = bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12));
  }
  zeroPage(file, number);
}

const RUBBISH = Buffer.from('KSP1{"id":"half\nrubbish\n\0\xff', 'latin1');
/** In the header of the first record and in its text, where the next ones go, and far behind. */
const SPOOL_PLACES = [0, 20, 40, 64, 128, 4096, 1024 * 1024];

/** Its file has a fixed size: what stands behind its end would never be read. */
function spoolRubbish(placesIn) {
  return (folder) => {
    const file = inFolder('auditSpool')(folder);
    const { size } = statSync(file);
    const fd = openSync(file, 'r+');
    try {
      for (const place of [...placesIn(size), size - RUBBISH.length])
        writeSync(fd, RUBBISH, 0, RUBBISH.length, place);
    } finally {
      closeSync(fd);
    }
    if (statSync(file).size !== size) throw new Error('the rubbish lies outside of the spool');
  };
}

/** The name says what was done to a folder in which nobody works. */
export const DAMAGES = {
  'page 1 zeroed': page(1),
  'last page zeroed': page('last'),
  'file halved': (folder) => truncateSync(database(folder), statSync(database(folder)).size / 2),
  'table migrations zeroed': root('migrations'),
  'table agents zeroed': root('agents'),
  'table policy_rules zeroed': root('policy_rules'),
  'table tokens zeroed': root('tokens'),
  'table approvals zeroed': root('approvals'),
  'table audit zeroed': root('audit'),
  'a leaf of audit zeroed': auditLeaf,
  'server.key cut': (folder) => truncateSync(inFolder('key')(folder), 10),
  'server.id emptied': (folder) => truncateSync(inFolder('id')(folder), 0),
  'rubbish in lock.sqlite': (folder) =>
    writeFileSync(inFolder('lock')(folder), 'rubbish '.repeat(700)),
  'a checkpoint cut': (folder) => {
    const file = inFolder('auditCheckpoints')(folder);
    truncateSync(file, statSync(file).size - 20);
  },
  'rubbish in the spool': spoolRubbish(() => SPOOL_PLACES),
  'rubbish all over the spool': spoolRubbish((size) =>
    Array.from({ length: Math.floor(size / 4096) }, (_, block) => block * 4096),
  ),
};

/** One for each index of the audit log, whose names are the schema's own. */
export async function indexDamages(file) {
  const found = await openSqlite(file, (db) =>
    db.all("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'audit'"),
  );
  return Object.fromEntries(found.map(({ name }) => [`index ${name} zeroed`, root(name)]));
}
