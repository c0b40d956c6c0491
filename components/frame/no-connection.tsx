'use client';

import { CloudOff } from 'lucide-react';
import { useOffline } from 'next/offline';

/** Says that the browser is offline. A page requested meanwhile opens once the network is back. */
export function NoConnection() {
  const isOffline = useOffline();
  return (
    <div role="status">
      {isOffline && (
        // A popover is above an open dialog.
        <p
          ref={(node) => node?.showPopover()}
          popover="manual"
          className="pointer-events-none fixed inset-x-4 top-auto bottom-4 mx-auto flex w-fit animate-rise items-start gap-2.5 rounded-lg bg-float px-3 py-2.5 text-ink shadow-float forced-colors:border"
        >
          <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
          <span>
            <strong className="font-medium">No connection.</strong> Your input is kept. Pages open
            later.
          </span>
        </p>
      )}
    </div>
  );
}
