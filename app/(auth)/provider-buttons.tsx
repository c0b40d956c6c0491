'use client';

import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import type { ProviderChoice } from '#lib/client/session/providers.ts';
import { signInThrough } from '#lib/client/session/session.ts';

interface Props {
  providers: readonly ProviderChoice[];
  /** The path to open after sign-in, within this installation. */
  callbackPath: string;
  /** The provider used last in this browser. */
  last?: string | null;
}

/** Sign-in through identity providers. */
export function ProviderButtons({ providers, callbackPath, last = null }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (providers.length === 0) return null;
  const choose = (id: string) => {
    setChosen(id);
    signInThrough(id, callbackPath).catch(() => setChosen(null));
  };
  return (
    <section aria-label="Identity providers">
      <ul className="flex flex-col gap-2">
        {providers.map(({ id, name }) => (
          <li key={id}>
            <Button
              icon={LogIn}
              variant={id === last ? 'primary' : 'secondary'}
              className="w-full"
              isPending={chosen === id}
              onPress={() => choose(id)}
            >
              {`Continue with ${name}`}
            </Button>
            {id === last && (
              <p className="pt-1 pb-2 text-center text-sm text-ink-2">Last used in this browser</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
