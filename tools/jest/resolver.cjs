/**
 * Sources import `./x.js` (what Node will run); under Jest the file is `./x.ts`.
 * Only our own files are mapped: imports inside packages stay as they are.
 */
module.exports = (request, options) => {
  const own =
    request.startsWith('.') && request.endsWith('.js') && !options.basedir.includes('node_modules');
  if (own) {
    try {
      return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
    } catch {
      // a generated or plain JavaScript file: fall through to the name as written
    }
  }
  return options.defaultResolver(request, options);
};
