import type { ComponentProps } from 'react';
import { cx } from '#components/ui/text/cx.ts';

export interface CodeBoxProps extends Pick<
  ComponentProps<'pre'>,
  'aria-label' | 'aria-labelledby' | 'className'
> {
  /** Whether long lines break instead of scrolling. */
  isWrapped?: boolean;
  children: string | undefined;
}

/** Code or a command, to read and to copy. Give it an accessible name. */
export function CodeBox({ isWrapped, className, children, ...names }: CodeBoxProps) {
  return (
    <pre
      {...names}
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cx(
        'overflow-auto rounded border border-line bg-paper-2 p-3 font-mono text-sm',
        isWrapped && 'whitespace-pre-wrap wrap-anywhere',
        className,
      )}
    >
      <code>{children}</code>
    </pre>
  );
}
