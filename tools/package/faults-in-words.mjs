/** Where a program comes from that packaging needs. */
const PROGRAMS = {
  strip: 'the package binutils',
  ldd: 'the package libc-bin',
  tar: 'the package tar',
  npm: 'npm, which is part of Node.js',
  osslsigncode: 'the package osslsigncode',
};

/**
 * One line for whoever asked, as the last that a failing script says: the server shows it.
 * @param {unknown} error
 * @returns {string}
 */
export function faultInWords(error) {
  if (error?.code === 'ENOENT' && /^spawn/.test(error.syscall ?? '')) {
    const wanted = PROGRAMS[error.path] ?? 'it';
    return `${error.path} is not on this computer; install ${wanted} and try again`;
  }
  if (error?.code === 'ENOSPC') return 'the disk is full; make room and try again';
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n', 1)[0] || 'it failed without a reason';
}
