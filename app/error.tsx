'use client';

import { ErrorPanel } from '#components/ui/error-panel.tsx';

interface Props {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function ErrorPage({ error, reset }: Props) {
  return (
    <main className="mx-auto w-full max-w-160 px-4 py-16">
      <h1 className="sr-only">Error</h1>
      <ErrorPanel
        title="This page could not be shown"
        why="Something in it failed. Nothing that you entered elsewhere is affected."
        remedy="Try again; if it fails again, give the number below to whoever runs this installation."
        requestId={error.digest}
        onRetry={reset}
      />
    </main>
  );
}
