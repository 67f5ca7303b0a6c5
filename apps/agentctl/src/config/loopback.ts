const NAMES = new Set(['localhost', '::1', '[::1]']);

/** Whether an address or name of a `Host` header can only mean this machine. */
export function isLoopback(host: string): boolean {
  return NAMES.has(host.toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host);
}
