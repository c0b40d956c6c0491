/** Says that nobody asked for a request: a page sends it to follow others. It does not keep a session alive. */
export const UNATTENDED_HEADER = 'x-grove-unattended';
