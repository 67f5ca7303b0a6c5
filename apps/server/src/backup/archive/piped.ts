import { pipeline, type Duplex, type Readable } from 'node:stream';

/**
 * As `pipe`, but what happens to one of them happens to both: an error of the source is read from
 * the target, and a target that nobody reads any more closes its source.
 */
export function piped<T extends Duplex>(source: Readable, target: T): T {
  pipeline(source, target, () => undefined);
  return target;
}
