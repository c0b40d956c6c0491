'use client';

import { useEffect, useState } from 'react';

/** Whole seconds that remain; `start(0)` or less stops it. */
export function useCountdown() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const isRunning = seconds > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = (length: number) => {
    const current = Date.now();
    setNow(current);
    setUntil(current + length * 1_000);
  };
  return { seconds, start };
}
