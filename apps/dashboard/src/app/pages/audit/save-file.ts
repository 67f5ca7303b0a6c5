/** Long enough for any browser to have begun; until then the bytes stay in the page. */
const KEPT_MS = 60_000;

/** Hands bytes that the page holds to the browser, to be kept under that name. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(bytes);
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
