'use client';

import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { cx } from '#components/ui/text/cx.ts';

export interface ErrorPanelProps {
  /** The title: "The groups could not be loaded". */
  title: string;
  /** The cause, in the server's words. */
  why?: ReactNode;
  /** The remedy. */
  remedy?: ReactNode;
  requestId?: string | null | undefined;
  onRetry?: () => void;
  isRetrying?: boolean;
  className?: string;
}

/** Says what failed, why, what to do, and the request id to report. */
export function ErrorPanel(props: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className={cx('flex scroll-mt-5 gap-2.5 rounded bg-danger-soft px-3 py-2.5', props.className)}
    >
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium">{props.title}</p>
        {props.why && <div className="text-ink-2">{props.why}</div>}
        {props.remedy && <div className="text-ink-2">{props.remedy}</div>}
        {(props.onRetry || props.requestId) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
            {props.onRetry && (
              <Button
                size="sm"
                icon={RotateCw}
                onPress={props.onRetry}
                isPending={props.isRetrying ?? false}
              >
                Try again
              </Button>
            )}
            {props.requestId && (
              <span className="flex items-center gap-1.5 text-sm text-ink-2">
                Request <CopyText value={props.requestId} label="request id" />
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
