'use client';

import { useEffect, useState } from 'react';
import { copyToClipboard, NOT_COPIED } from '#components/ui/text/clipboard.ts';

const TICK_MS = 1600;

export interface Copied {
  /** The outcome; null before copying, and after the tick disappears. */
  outcome: 'copied' | 'refused' | null;
  /** The outcome as a status message. */
  words: string | null;
  /** Resolves with true if the text was copied. */
  copy: (text: string) => Promise<boolean>;
}

/** Copies a text and shows a tick: for a moment, or permanently with `isLasting`. */
export function useCopied(isLasting = false): Copied {
  const [outcome, setOutcome] = useState<Copied['outcome']>(null);
  useEffect(() => {
    if (outcome !== 'copied' || isLasting) return;
    const timer = setTimeout(() => setOutcome(null), TICK_MS);
    return () => clearTimeout(timer);
  }, [outcome, isLasting]);
  const copy = async (text: string) => {
    const isDone = await copyToClipboard(text);
    setOutcome(isDone ? 'copied' : 'refused');
    return isDone;
  };
  const words = outcome && (outcome === 'copied' ? 'Copied' : NOT_COPIED);
  return { outcome, words, copy };
}
