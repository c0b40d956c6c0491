'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { ANY_DELETE } from '#lib/client/access/capability-choices.ts';
import { isCapability } from '#lib/resources/capabilities.ts';

/** The question in the address. */
export interface Question {
  /** Asks about one identity, or about everyone. */
  about: 'one' | 'everyone';
  identity: string | null;
  group: string | null;
  capability: string | null;
}

/** Reads the question from the address. Another question adds a history entry. */
export function useQuestion(): [Question, (next: Partial<Question>) => void] {
  const pathname = usePathname();
  const params = useSearchParams();
  const capability = params.get('capability') ?? '';
  const about = params.get('about') === 'everyone' ? 'everyone' : 'one';
  const isAny = capability === ANY_DELETE && about === 'everyone';
  const question: Question = {
    about,
    identity: params.get('identity') || null,
    group: params.get('group') || null,
    capability: isAny || isCapability(capability) ? capability : null,
  };
  const ask = (change: Partial<Question>) => {
    const { about, ...rest } = { ...question, ...change };
    const set = Object.entries(rest).filter((entry): entry is [string, string] => !!entry[1]);
    const next = new URLSearchParams(set);
    if (about === 'everyone') next.set('about', about);
    const search = String(next);
    window.history.pushState(null, '', search === '' ? pathname : `${pathname}?${search}`);
  };
  return [question, ask];
}
