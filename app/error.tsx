'use client';

import { useEffect } from 'react';
import { isPartGone, reloadOnce } from '#components/ui/reload-once.ts';

interface Props {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Part of every page's script, so it has almost no imports. */
export default function ErrorPage({ error, reset }: Props) {
  const isStale = isPartGone(error);
  useEffect(() => void reloadOnce(error), [error]);
  return (
    <main className="mx-auto w-full max-w-160 px-4 py-16">
      <div role="alert" className="flex flex-col items-start gap-1">
        <h1 className="text-xl font-semibold tracking-tight">This page could not be shown</h1>
        <p className="text-ink-2">
          {isStale
            ? 'Part of it is missing, which can happen after an upgrade. Reload the page.'
            : 'Something on this page failed. Nothing that you entered elsewhere is affected. Try again. If it fails again, contact your administrator.'}
        </p>
        {error.digest && (
          <p className="pt-2 text-sm text-ink-2">
            Error number <code className="font-mono">{error.digest}</code>
          </p>
        )}
        <button
          type="button"
          onClick={isStale ? () => window.location.reload() : reset}
          className="mt-4 h-8 rounded border border-edge px-3 font-medium hover:bg-paper-3 pointer-coarse:h-10"
        >
          {isStale ? 'Reload' : 'Try again'}
        </button>
      </div>
    </main>
  );
}
