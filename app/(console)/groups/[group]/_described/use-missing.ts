'use client';

import { useQuery } from '@tanstack/react-query';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { capabilityOf, type ResourceType, type Verb } from '#lib/resources/catalog.ts';

/** Why the caller may not change a resource, or false. */
export function useMissing(type: ResourceType): (uid: string, verb: Verb) => string | false {
  const { data: caller } = useQuery(currentCaller());
  return (uid, verb) => missingReason(caller?.capabilities, uid, capabilityOf(type, verb));
}
