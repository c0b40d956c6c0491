/** The last part of a new uid. */
export const newSegment = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
