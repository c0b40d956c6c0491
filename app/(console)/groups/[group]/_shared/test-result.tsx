'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';

interface TestResultProps {
  isGood: boolean;
  title: string;
  children: ReactNode;
}

/** The button that asks for the result may be the last thing in sight. */
const showAll = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The result of a test of a connection. */
export default function TestResult({ isGood, title, children }: TestResultProps) {
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <div
      ref={showAll}
      className={cx(
        'flex w-full gap-2.5 rounded px-3 py-2.5',
        isGood ? 'bg-accent-soft' : 'bg-danger-soft',
      )}
    >
      <Icon
        aria-hidden
        size={16}
        className={cx('mt-0.5 shrink-0', isGood ? 'text-accent' : 'text-danger')}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}
