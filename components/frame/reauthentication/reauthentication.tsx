'use client';

import { useEffect, useState } from 'react';
import { later } from '#components/ui/later.tsx';
import { askBy, type Need } from '#lib/client/api.ts';

type End = (isDone: boolean) => void;

const DIALOGS = {
  confirmation: later(
    () => import('#components/frame/reauthentication/reauthentication-dialog.tsx'),
  ),
  session: later(() => import('#components/frame/reauthentication/sign-in-again.tsx')),
};

/* Whoever confirms who they are may have to sign in again on the way. */
const IN_ORDER: readonly Need[] = ['confirmation', 'session'];

/** Asks the person to confirm who they are, or to sign in again, when a request needs it. */
export function Reauthentication() {
  const [asking, setAsking] = useState<Partial<Record<Need, End>>>({});
  useEffect(() => {
    const asked = new Map<Need, Promise<boolean>>();
    // Requests that need the same together are asked about once.
    return askBy((need) => {
      const before = asked.get(need);
      if (before !== undefined) return before;
      const answer = new Promise<boolean>((resolve) =>
        setAsking((others) => ({ ...others, [need]: resolve })),
      ).finally(() => asked.delete(need));
      asked.set(need, answer);
      return answer;
    });
  }, []);
  return IN_ORDER.map((need) => {
    const end = asking[need];
    const Dialog = DIALOGS[need];
    if (end === undefined) return null;
    const close: End = (isDone) => {
      setAsking(({ [need]: _ended, ...others }) => others);
      end(isDone);
    };
    return <Dialog key={need} onEnd={close} />;
  });
}
