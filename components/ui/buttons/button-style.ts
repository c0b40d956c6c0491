import { cx } from '#components/ui/text/cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

const BASE =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded font-medium transition-colors duration-120 aria-disabled:cursor-default data-disabled:cursor-default';

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-sm pointer-coarse:h-10 pointer-coarse:px-3',
  md: 'h-8 px-3 text-base pointer-coarse:h-10',
};

const SQUARES: Record<ButtonSize, string> = {
  sm: 'size-7 pointer-coarse:size-10',
  md: 'size-8 pointer-coarse:size-10',
};

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-2 forced-colors:border',
  secondary: 'border border-edge bg-paper text-ink hover:bg-paper-3',
  ghost: 'text-ink-2 hover:bg-paper-3 hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-2 forced-colors:border',
};

/* All variants look the same when disabled. They stay readable, because focus shows the reason. */
const OFF =
  'border border-line bg-paper-3 text-ink-3 forced-colors:border-[GrayText] forced-colors:text-[GrayText]';
const OFF_GHOST = 'text-ink-3 forced-colors:text-[GrayText]';

/**
 * Of an action in the header line that has another beside it. On a phone it has no text, for lack of room
 * beside the group's name.
 */
export const BARE_ON_PHONES = 'max-sm:px-2 max-sm:[&>span]:sr-only max-sm:[&>span]:block';

/** The classes of buttons, and of links that start an action. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  options: { square?: boolean; off?: boolean; className?: string | undefined } = {},
): string {
  const off = variant === 'ghost' ? OFF_GHOST : OFF;
  return cx(
    BASE,
    options.square ? SQUARES[size] : SIZES[size],
    options.off ? off : VARIANTS[variant],
    options.className,
  );
}
