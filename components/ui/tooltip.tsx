'use client';

import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

export interface TooltipProps {
  content: ReactNode;
  /** The trigger: one of our buttons, or with `focusable` any element that can be focused. */
  children: ReactElement;
  focusable?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  isDisabled?: boolean;
}

/** The look of the words, wherever they come from. */
export const tooltipClass =
  'max-w-[min(44rem,calc(100vw-1rem))] animate-fade rounded-sm bg-ink px-2 py-1 text-xs break-words text-paper';

/** Words that appear on hover and on focus; never the only place for something one must know. */
export function Tooltip(props: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={props.isDisabled}>
      {props.focusable ? (
        <Focusable>{props.children as ComponentProps<typeof Focusable>['children']}</Focusable>
      ) : (
        props.children
      )}
      <TooltipBubble placement={props.placement ?? 'top'}>{props.content}</TooltipBubble>
    </TooltipTrigger>
  );
}

function TooltipBubble(props: { placement: TooltipProps['placement']; children: ReactNode }) {
  return (
    <AriaTooltip placement={props.placement ?? 'top'} offset={6} className={tooltipClass}>
      {props.children}
    </AriaTooltip>
  );
}
