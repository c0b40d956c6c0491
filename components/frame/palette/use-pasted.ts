'use client';

import { useQuery } from '@tanstack/react-query';
import { CirclePlus, IdCard, Replace } from 'lucide-react';
import { type Command, type CommandSection } from '#components/frame/palette/palette-commands.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { mended, type Way } from '#lib/client/claims/mend.ts';
import { differenceText, type Near, nearest } from '#lib/client/claims/nearest.ts';
import { type Pasted, pastedIn } from '#lib/client/claims/pasted.ts';
import { proposeMatch } from '#components/resource-form/proposed-match.ts';
import { nearbyQuery } from '#lib/client/claims/nearby.ts';
import { hasPatterns, loadPatterns } from '#lib/client/claims/token-test.ts';
import { editPath, newPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { namesQuery, type Names, NO_NAMES, parentsOf } from '#lib/client/resources/names.ts';
import type { Identity } from '#lib/client/resources/resources.ts';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';
import { markedNames } from '#lib/client/session/organizations.ts';

const WAYS: Readonly<Record<Way, Pick<Command, 'label' | 'icon'>>> = {
  add: { label: 'Accept this too', icon: CirclePlus },
  replace: { label: 'Accept this instead', icon: Replace },
};

export interface PastedHere {
  /** Whether the text says who tried to sign in, so that it is not searched for. */
  isPasted: boolean;
  isLooking: boolean;
  problem: string | null;
  error: unknown;
  sections: CommandSection[];
}

/** The identities that a pasted text may mean; undefined while they load. */
function useNear(pasted: Pasted | null) {
  const nearby = useQuery(nearbyQuery(pasted?.claims ?? null));
  const rows = pasted === null ? undefined : nearby.data;
  const needsEngine = rows?.some(({ claimMatch }) => hasPatterns(claimMatch)) ?? false;
  const engine = useQuery({
    queryKey: ['pattern-engine'],
    queryFn: loadPatterns,
    enabled: needsEngine,
    staleTime: Infinity,
  });
  const isReady = rows !== undefined && (!needsEngine || engine.data !== undefined);
  const options = { ownUrl: window.location.origin, engine: engine.data ?? null };
  return {
    found: pasted && isReady ? nearest(rows, pasted, options) : undefined,
    error: pasted && (nearby.error ?? engine.error),
  };
}

/** Who a pasted token, log line or subject is, or which identities are nearest, with steps to mend them. */
export function usePasted(text: string): PastedHere {
  const { data: caller } = useQuery(currentCaller());
  const { group } = useScope();
  const read = pastedIn(text);
  const pasted = read && 'claims' in read ? read : null;
  const { found, error } = useNear(pasted);
  const holders = parentsOf(found?.map(({ identity }) => identity) ?? []);
  const { data: names = NO_NAMES } = useQuery(namesQuery('groups', holders));
  const marked = markedNames(names, useMarks());
  const home = group ?? caller?.topGroups[0]?.uid;
  const isKnown = found?.some(({ differing }) => differing.length === 0) ?? true;
  return {
    isPasted: read !== null,
    isLooking: pasted !== null && found === undefined && !error,
    problem: read && 'problem' in read ? read.problem : null,
    error,
    sections: withNote(pasted?.late, [
      ...(found ?? []).map((near) => sectionOf(near, marked, caller)),
      ...(pasted && home !== undefined && !isKnown ? [newIdentityIn(home, pasted, caller)] : []),
    ]),
  };
}

/** The first section says why the whole token lets nobody in. */
function withNote(late: string | undefined, sections: CommandSection[]): CommandSection[] {
  const [first, ...others] = sections;
  if (late === undefined || first === undefined) return sections;
  return [{ ...first, note: first.note === undefined ? late : `${late} ${first.note}` }, ...others];
}

function sectionOf(near: Near, names: Names, caller: Caller | undefined): CommandSection {
  const { identity, differing } = near;
  const { uid, name } = identity;
  const holder = names.get(parentUid(uid) ?? '');
  const where = holder === undefined ? name : `${name} in ${holder}`;
  const blocked = identity.blockedTime === undefined ? '' : ', which is blocked';
  const open: Command = {
    id: `pasted-${uid}`,
    label: `Open ${name}`,
    icon: IdCard,
    href: resourcePath('identities', uid),
  };
  if (differing.length === 0) return { title: `This is ${where}${blocked}`, commands: [open] };
  const differences = differing.map(differenceText).join('; it ');
  return {
    title: `${where}${blocked}`,
    note: `${name} ${differences}.`,
    commands: [...mendingOf(identity, differing, caller), open],
  };
}

function mendingOf(
  { uid, name, claimMatch }: Identity,
  differing: Near['differing'],
  caller: Caller | undefined,
): Command[] {
  const disabledReason = missingReason(caller?.capabilities, uid, 'identity.update');
  return (['add', 'replace'] as const).flatMap((way) => {
    const match = mended(claimMatch, differing, way);
    if (match === null) return [];
    return [
      {
        ...WAYS[way],
        id: `pasted-${uid}-${way}`,
        detail: name,
        href: editPath('identities', uid),
        run: () => proposeMatch(uid, match),
        disabledReason,
      },
    ];
  });
}

function newIdentityIn(
  group: string,
  { claims, isToken }: Pasted,
  caller: Caller | undefined,
): CommandSection {
  const [issuer, subject] = [textOf(claims['iss']), textOf(claims['sub'])];
  const audience = [claims['aud']].flat().map(textOf);
  const isOwn = !isToken || audience.includes(window.location.origin);
  const match = {
    ...(issuer && { issuer }),
    ...(subject && { subject }),
    ...(!isOwn && audience[0] && { audience: audience[0] }),
  };
  return {
    title: 'Nobody here is exactly this',
    commands: [
      {
        id: 'pasted-new',
        label: 'Make an identity of it',
        icon: IdCard,
        href: newPath(group, 'identities'),
        run: () => proposeMatch(group, match),
        disabledReason: missingReason(caller?.capabilities, group, 'identity.create'),
      },
    ],
  };
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');
