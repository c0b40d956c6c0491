/** Pages take no bodies. */
export const PAGE_METHODS = ['GET', 'HEAD'];
