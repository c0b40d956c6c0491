'use client';

import '#app/globals.css';

interface Props {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Replaces the whole document if its frame failed, so it depends on the styles only. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Error · Grove</title>
        <main className="mx-auto max-w-120 px-4 pt-[16vh]">
          <h1 className="text-xl font-semibold tracking-tight">Grove could not be shown</h1>
          <p className="mt-1 text-ink-2">
            Something failed before the page was ready. Try again. If it fails again, contact your
            administrator.
          </p>
          {error.digest && (
            <p className="mt-3 text-sm text-ink-2">
              Error number <code className="font-mono">{error.digest}</code>
            </p>
          )}
          <button
            type="button"
            onClick={reset}
            className="mt-5 h-8 rounded border border-edge px-3 font-medium hover:bg-paper-3 pointer-coarse:h-10"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
