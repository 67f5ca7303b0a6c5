/** What somebody wrote in one field, separated by spaces, commas or semicolons. */
export function separated(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}
