/**
 * Sections about what protects a PC and its data. When one cannot be read, the PC's health does not
 * change, but whoever shows it says that one is missing.
 */
export const GUARDING_SECTIONS: readonly string[] = [
  ...['defender', 'av_thirdparty', 'firewall', 'encryption'],
  ...['disk', 'disk_smart'],
];
