'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { reloadOnce } from '#components/ui/reload-once.ts';

/** For what follows the changes of others. It begins with those since the page was read. */
export const LIVE_AFTER_MS = 3_000;

interface Later<Props> {
  (props: Props): ReactNode;
  /** Fetches the code when a person is likely to need it. */
  prepare: () => void;
}

/**
 * A component whose code is fetched at its first use, and which renders nothing until then. A failed
 * fetch is thrown by the component, unless the page can be reloaded. React's `lazy` would render
 * nothing for 0.3 s even if the code has loaded, because it avoids flickering fallbacks.
 *
 * @param wait how many ms the rest of the page has the line to itself.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wait?: number,
): Later<Props> {
  let Part: ComponentType<Props> | null = null;
  const ready = () => load().then((module) => void (Part = module.default));

  function LaterPart(props: Props) {
    const [isHere, setHere] = useState(Part !== null);
    useEffect(() => {
      if (isHere) return undefined;
      const fail = async (error: unknown) => {
        if (await reloadOnce(error)) return;
        setHere(() => {
          throw error;
        });
      };
      const begin = () => void ready().then(() => setHere(true), fail);
      if (wait === undefined) return begin();
      const timer = setTimeout(begin, wait);
      return () => clearTimeout(timer);
    }, [isHere]);
    return Part && <Part {...props} />;
  }
  LaterPart.prepare = () => void ready().catch(() => undefined);
  return LaterPart;
}
