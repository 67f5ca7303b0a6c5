/** Long enough for any browser to have begun; until then the bytes stay in the page. */
const KEPT_MS = 60_000;

/** The browser itself fetches it, and saves it under that name. */
export function saveAs(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Hands bytes that the page holds to the browser, to be kept under that name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  saveAs(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
