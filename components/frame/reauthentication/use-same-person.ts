'use client';

import { useState } from 'react';
import type { Caller } from '#lib/client/session/caller.ts';
import { otherPerson } from '#lib/client/session/reauthentication.ts';

/**
 * Prevents a page from sending its requests as another person.
 *
 * @param person for whom the page was loaded.
 * @returns `compare` gives the problem if another person has signed in, else null. `close` closes the
 *   dialog, or loads the page again for that person.
 */
export function useSamePerson(person: Caller | undefined, onClose: () => void) {
  const [isOther, setOther] = useState(false);
  const compare = async () => {
    const problem = await otherPerson(person);
    setOther(problem !== null);
    return problem;
  };
  const close = () => (isOther ? window.location.reload() : onClose());
  return { compare, close };
}
