'use client';

import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { signInThrough } from '#lib/client/session/session.ts';

export interface ProviderChoice {
  id: string;
  name: string;
  organization: string;
}

interface Props {
  providers: readonly ProviderChoice[];
  /** The path to open after sign-in, within this installation. */
  callbackPath: string;
}

/** Sign-in through identity providers. */
export function ProviderButtons({ providers, callbackPath }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (providers.length === 0) return null;
  const isSeveral = new Set(providers.map(({ organization }) => organization)).size > 1;
  const choose = (id: string) => {
    setChosen(id);
    signInThrough(id, callbackPath).catch(() => setChosen(null));
  };
  return (
    <section aria-label="Identity providers" className="mt-6 border-t border-line pt-6">
      <ul className="flex flex-col gap-2">
        {providers.map(({ id, name, organization }) => (
          <li key={id}>
            <Button
              icon={LogIn}
              className="w-full"
              isPending={chosen === id}
              onPress={() => choose(id)}
            >
              {`Continue with ${name}${isSeveral ? ` (${organization})` : ''}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
