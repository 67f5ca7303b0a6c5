/** `Mum’s laptop` is `mums-laptop`: letters and digits of the name, as an id may have them. */
export function idFrom(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '');
}
