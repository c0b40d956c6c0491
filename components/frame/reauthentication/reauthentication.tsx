'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { later } from '#components/ui/later.tsx';
import { askBy, type Need } from '#lib/client/api.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

type End = (isDone: boolean) => void;

const DIALOGS = {
  confirmation: later(
    () => import('#components/frame/reauthentication/reauthentication-dialog.tsx'),
  ),
  session: later(() => import('#components/frame/reauthentication/sign-in-again.tsx')),
};

/* The order of the dialogs. A person who confirms a sign-in may have to sign in again first. */
const IN_ORDER: readonly Need[] = ['confirmation', 'session'];

/** Asks the person to confirm who they are, or to sign in again, when a request needs it. */
export function Reauthentication() {
  const client = useQueryClient();
  // The page stays this person's, even if somebody else signs in later.
  const [person] = useState(() => client.getQueryData(currentCaller().queryKey));
  const [asking, setAsking] = useState<Partial<Record<Need, End>>>({});
  useEffect(() => {
    const asked = new Map<Need, Promise<boolean>>();
    const ends = new Set<End>();
    let hasDeclined = false;
    const ended = (need: Need) => (isDone: boolean) => {
      asked.delete(need);
      if (need === 'session') hasDeclined = !isDone;
      return isDone;
    };
    const stop = askBy((need, isRead) => {
      // A list that refreshes every few seconds would ask each time.
      if (need === 'session' && isRead && hasDeclined) return Promise.resolve(false);
      // Requests that need the same confirmation share one dialog.
      const before = asked.get(need);
      if (before !== undefined) return before;
      const answer = new Promise<boolean>((resolve) => {
        ends.add(resolve);
        setAsking((others) => ({ ...others, [need]: resolve }));
      }).then(ended(need));
      asked.set(need, answer);
      return answer;
    });
    return () => {
      stop();
      for (const end of ends) end(false);
    };
  }, []);
  return IN_ORDER.map((need) => {
    const end = asking[need];
    const Dialog = DIALOGS[need];
    if (end === undefined) return null;
    const close: End = (isDone) => {
      setAsking(({ [need]: _ended, ...others }) => others);
      end(isDone);
    };
    return <Dialog key={need} person={person} onEnd={close} />;
  });
}
