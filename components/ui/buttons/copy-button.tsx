'use client';

import { Check, Copy, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#components/ui/buttons/button.tsx';
import { useCopied } from '#components/ui/hooks/use-copied.ts';

export interface CopyButtonProps extends Omit<ButtonProps, 'onPress'> {
  /** Called on press. */
  text: () => string;
  /** Keeps the tick, for texts that are shown only once. */
  isLasting?: boolean;
  onCopied?: () => void;
  children: ReactNode;
}

/** Copies a text and confirms with a tick. */
export function CopyButton(props: CopyButtonProps) {
  const { icon = Copy, text, isLasting, onCopied, children, ...button } = props;
  const { outcome, words, copy } = useCopied(isLasting);
  const press = () => void copy(text()).then((isDone) => isDone && onCopied?.());
  const answered = outcome === 'copied' ? Check : X;
  return (
    <>
      <Button {...button} icon={outcome ? answered : icon} onPress={press}>
        {outcome === 'refused' ? 'Not copied' : children}
      </Button>
      <span role="status" className="sr-only">
        {words}
      </span>
    </>
  );
}
