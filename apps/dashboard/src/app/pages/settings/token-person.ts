import { OPERATOR_ID_PATTERN, type CreateTokenBody, type OperatorView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { idFrom } from '../../core/fleet/id-from';

const OPERATOR_ID = new RegExp(OPERATOR_ID_PATTERN, 'u');
const plain = (text: string): string => visibleText(text).trim().toLowerCase();

/** The name of a person, or the ID where several have that name. */
export function nameIn(operators: readonly OperatorView[], { id, name }: OperatorView): string {
  const alike = operators.filter((one) => plain(one.name) === plain(name));
  return alike.length === 1 ? visibleText(name) : id;
}

/** Who of those there are is meant: by their ID, or by a name that only one has. */
export function personNamed(
  operators: readonly OperatorView[],
  text: string,
): OperatorView | undefined {
  const named = operators.filter((one) => plain(one.name) === plain(text));
  return (
    operators.find(({ id }) => id === text.trim()) ?? (named.length === 1 ? named[0] : undefined)
  );
}

/** A person who is new: what could be an ID is one; else it is made from the name, and nobody else's. */
export function newPerson(
  operators: readonly OperatorView[],
  text: string,
): CreateTokenBody['operator'] {
  const name = text.trim();
  if (OPERATOR_ID.test(name)) return { id: name };
  // A name without Latin letters still needs an ID.
  const wanted = idFrom(name) || `person-${Date.now().toString(36)}`;
  const isFree = (id: string) => !operators.some((one) => one.id === id);
  let id = wanted;
  for (let count = 2; !isFree(id); count += 1) id = `${wanted.slice(0, 60)}-${count}`;
  return { id, name };
}
