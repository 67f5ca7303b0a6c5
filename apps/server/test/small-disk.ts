import { describeOnSmallDisk as describeWith, type SmallDisk } from '@kenny/testing';

/** @see describeWith */
export const describeOnSmallDisk = (
  name: string,
  mebibytes: number,
  tests: (disk: SmallDisk) => void,
): void => describeWith({ describe, beforeEach, afterEach, afterAll }, name, mebibytes, tests);
