'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { waitingCount } from '#lib/client/access/requests.ts';
import { follow } from '#lib/client/live/follow.ts';
import { isBelow } from '#lib/client/paths.ts';

/** A server that starts again is back sooner. */
const QUIET_MS = 8_000;

interface LiveProps {
  /** The organization that is shown. */
  root: string;
  /** The uid of the event before the page was read, of that organization or another one. */
  newest: Promise<string> | string;
}

/** Keeps the screen up to date, and says so if it cannot. */
export default function Live({ root, newest }: LiveProps) {
  const client = useQueryClient();
  useQuery(waitingCount());
  const [isBroken, setBroken] = useState(false);
  const [isSaid, setSaid] = useState(false);
  const [first] = useState(newest);
  useEffect(() => {
    let end: (() => void) | undefined = () => undefined;
    const begin = async () => {
      const uid = await first;
      const after = isBelow(uid, root) ? uid : '';
      if (end !== undefined) end = follow(client, { root, after }, setBroken);
    };
    void begin();
    return () => {
      end?.();
      end = undefined;
    };
  }, [client, root, first]);
  useEffect(() => {
    const timer = isBroken ? setTimeout(() => setSaid(true), QUIET_MS) : undefined;
    return () => {
      clearTimeout(timer);
      setSaid(false);
    };
  }, [isBroken]);
  return (
    <div role="status" className="shrink-0 text-xs text-ink-2">
      {isSaid && (
        <p className="flex items-center gap-1.5 border-t border-line px-3 py-1">
          <Unplug aria-hidden size={14} className="shrink-0" />
          Not live: changes by others show once Grove answers again.
        </p>
      )}
    </div>
  );
}
