'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isGranted } from '#lib/client/access/capabilities.ts';
import { ApiRequestError, post } from '#lib/client/api.ts';
import { type ProviderReservation } from '#lib/client/resources/resources.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

const PATH = '/iam/v2beta1/identityProviders:reserve';

/**
 * The key in session storage. The reservation survives a reload, because the person may already have
 * registered its address. Session storage is never sent to a server.
 */
const keyOf = (person: string, group: string) => `grove-reservation ${person} ${group}`;

function keptAt(key: string): ProviderReservation | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  const kept = JSON.parse(text) as ProviderReservation;
  return Date.parse(kept.expireTime) > Date.now() ? kept : null;
}

export interface Reserving {
  /** Undefined until the server has returned one. */
  reservation: ProviderReservation | undefined;
  /** True while a request for a reservation runs. */
  isPending: boolean;
  isError: boolean;
  /** True if the server refused an earlier reservation, so that the address has changed. */
  isReplaced: boolean;
  /** Forgets the reservation if the answer used it up or refused it. */
  settle: <T>(answer: Promise<T>) => Promise<T>;
}

/** Reserves the uid of a new provider in the group, which determines its redirect address. */
export function useReservation(group: string): Reserving {
  const client = useQueryClient();
  const [isReplaced, setIsReplaced] = useState(false);
  const { data: caller } = useQuery(currentCaller());
  const key = keyOf(personOf(caller), group);
  const queryKey = ['provider-reservation', key];
  const mayCreate = caller && isGranted(caller.capabilities, group, 'identity_providers.create');
  const { data, isLoading, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const kept = keptAt(key);
      if (kept !== null) return kept;
      const body = { groupUid: group };
      const made = await post<ProviderReservation>(PATH, body, signal);
      sessionStorage.setItem(key, JSON.stringify(made));
      return made;
    },
    enabled: mayCreate === true,
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    reservation: data,
    isPending: caller === undefined || isLoading,
    isError,
    isReplaced,
    settle: async (answer) => {
      try {
        const saved = await answer;
        sessionStorage.removeItem(key);
        return saved;
      } catch (error) {
        if (error instanceof ApiRequestError && 'reservation' in error.violations) {
          sessionStorage.removeItem(key);
          setIsReplaced(true);
          await client.invalidateQueries({ queryKey });
        }
        throw error;
      }
    },
  };
}
