'use client';

import { useEffect, useState } from 'react';
import { later } from '#components/ui/later.tsx';
import { confirmBy } from '#lib/client/api.ts';

const ReauthenticationDialog = later(
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
  return <ReauthenticationDialog onEnd={end} />;
}
