/**
 * A text of somebody else's, so that every database takes it: no NUL, no halves of characters, and
 * no longer than its column.
 */
export function storable(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\u0000', '\ufffd');
}
