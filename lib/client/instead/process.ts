/** Takes the place of the `process` that Next.js brings for browsers. */
export const env = {};
