/**
 * Sections of what guards a PC and its data. When the PC cannot read one of them, nobody knows whether
 * it is well: its health stays what the others make it, and whoever shows it says that one is missing.
 */
export const GUARDING_SECTIONS: readonly string[] = [
  ...['defender', 'av_thirdparty', 'firewall', 'encryption'],
  ...['disk', 'disk_smart'],
];
