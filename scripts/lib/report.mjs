/** Messages of the scripts go to standard error. Standard output is for results. */

/** @param {string} text */
export function note(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Prints the name of a step. The returned function prints how long it took.
 *
 * @param {string} what
 */
export function progress(what) {
  const start = Date.now();
  process.stderr.write(`${what} …`);
  return () => process.stderr.write(` ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
}

/**
 * Ends the process.
 *
 * @param {string} why
 * @returns {never}
 */
export function fail(why) {
  note(`grove: ${why}`);
  process.exit(1);
}
