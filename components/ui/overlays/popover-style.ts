/** The look of floating menus and option lists. */
export const popoverClass =
  'min-w-(--trigger-width) max-w-[min(24rem,calc(100vw-1rem))] animate-rise overflow-auto rounded-lg bg-float p-1 text-ink shadow-float outline-none forced-colors:border';

/** One line of such a list. */
export const popoverItemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 py-1 text-base outline-none pointer-coarse:min-h-10 data-focused:marked data-focused:bg-paper-3 data-disabled:cursor-default data-disabled:text-ink-3 forced-colors:data-disabled:text-[GrayText]';
