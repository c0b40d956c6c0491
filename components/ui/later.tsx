'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { reloadOnce } from '#components/ui/reload-once.ts';

interface Later<Props> {
  (props: Props): ReactNode;
  /** Fetches the code when a person is about to want it. */
  prepare: () => void;
}

/**
 * A dialog, a menu or an answer whose code is fetched when it is first wanted. Nothing is shown until
 * the code is there. A fetch that fails is thrown where the component stands, unless the page can be
 * reloaded. React's `lazy` would show nothing for 0.3 s even of code that is there already, because it
 * spares people fallbacks that flicker.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Later<Props> {
  let Part: ComponentType<Props> | null = null;
  const ready = () => load().then((module) => void (Part = module.default));

  function LaterPart(props: Props) {
    const [isHere, setHere] = useState(Part !== null);
    useEffect(() => {
      if (isHere) return;
      const fail = async (error: unknown) => {
        if (await reloadOnce(error)) return;
        setHere(() => {
          throw error;
        });
      };
      ready().then(() => setHere(true), fail);
    }, [isHere]);
    return Part && <Part {...props} />;
  }
  LaterPart.prepare = () => void ready().catch(() => undefined);
  return LaterPart;
}
