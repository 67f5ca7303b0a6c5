/**
 * Rows do not jump under the pointer: while somebody is at the table, what was there keeps its place
 * and what is new comes last.
 */
export function heldOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const still = new Set(wanted);
  const before = new Set(shown);
  return [...shown.filter((id) => still.has(id)), ...wanted.filter((id) => !before.has(id))];
}

/** How many rows would stand elsewhere. */
export function movedRows(shown: readonly string[], wanted: readonly string[]): number {
  return wanted.filter((id, index) => shown[index] !== id).length;
}
