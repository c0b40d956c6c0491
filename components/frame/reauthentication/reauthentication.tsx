'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { confirmBy } from '#lib/client/api.ts';

const ReauthenticationDialog = lazy(
  () => import('#components/frame/reauthentication/reauthentication-dialog.tsx'),
);

/** Asks the person to confirm who they are when a request needs it. */
export function Reauthentication() {
  const [asking, setAsking] = useState<{ end: (isConfirmed: boolean) => void } | null>(null);
  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    // Requests that are refused together are asked about once.
    return confirmBy(() => {
      asked ??= new Promise<boolean>((resolve) => setAsking({ end: resolve })).finally(() => {
        asked = null;
      });
      return asked;
    });
  }, []);
  if (asking === null) return null;
  const end = (isConfirmed: boolean) => {
    setAsking(null);
    asking.end(isConfirmed);
  };
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog onEnd={end} />
    </Suspense>
  );
}
