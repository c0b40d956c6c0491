'use client';

import { Check, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

export interface CopyButtonProps {
  icon: LucideIcon;
  /** Asked for when it is pressed. */
  text: () => string;
  disabledReason?: string | false | null;
  children: string;
}

const TICK_MS = 1600;

/** Copies a text that stands elsewhere, and answers with a tick. */
export function CopyButton({ icon, text, disabledReason, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void navigator.clipboard.writeText(text()).then(() => setCopied(true));
  };
  return (
    <Button size="sm" icon={isCopied ? Check : icon} onPress={copy} disabledReason={disabledReason}>
      {children}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </Button>
  );
}
