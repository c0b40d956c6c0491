'use client';

import { useEffect } from 'react';
import { saySignedIn } from '#lib/client/session/reauthentication.ts';

export function SignedInAgain() {
  // The window that opened this one closes it, if the browser still allows that.
  useEffect(saySignedIn, []);
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">You have signed in again</h1>
      <p className="text-ink-2">You can close this window and go back to where you were.</p>
    </>
  );
}
