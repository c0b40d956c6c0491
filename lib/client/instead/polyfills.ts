/** Takes the place of the polyfills of Next.js: every browser that Grove supports has what they add. */
export const POLYFILLS = null;
