import { KennyError, type Principal } from '../../../kernel/index.js';

/**
 * For what concerns every PC: a token that is limited to some PCs must not reach the others.
 * @throws KennyError `forbidden`
 */
export function mustReachAllPcs({ agents }: Principal, what: string): void {
  if (agents === null) return;
  throw new KennyError(
    'forbidden',
    `${what} is for tokens that are not limited to some PCs; ask an admin for one.`,
  );
}
