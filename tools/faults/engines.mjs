import { startPostgres } from '../run/postgres.mjs';
import { openPostgres } from './postgres.mjs';
import { World } from './world.mjs';

/** One PostgreSQL for all scenarios that do it no harm, with a database for each world. */
export class Engines {
  #postgres;
  #databases = 0;

  /** Why this engine cannot be tried here; undefined when it can. */
  async missing(engine) {
    if (engine === 'sqlite') return undefined;
    this.#postgres ??= await startPostgres();
    return this.#postgres.skipped;
  }

  /** A world of its own; the caller closes it. */
  async world(engine) {
    if (engine === 'sqlite') return World.open(engine);
    return World.open(engine, await this.#newDatabase());
  }

  async #newDatabase() {
    const name = `faults_${(this.#databases += 1)}`;
    const { url } = this.#postgres;
    await openPostgres(url, (client) => client.query(`CREATE DATABASE ${name}`));
    return {
      ...{ name, admin: url, bin: this.#postgres.bin },
      url: url.replace('/kenny?', `/${name}?`),
      drop: () => openPostgres(url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
    };
  }

  async close() {
    await this.#postgres?.stop?.();
  }
}
