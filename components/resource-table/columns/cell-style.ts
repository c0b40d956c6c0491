export const cellClass = 'px-3 first:pl-2 last:pr-2 sm:h-(--row)';

/* The head stays visible while the rows scroll. */
export const headClass = 'sticky -top-4 z-10 h-9 border-b border-line bg-paper';
