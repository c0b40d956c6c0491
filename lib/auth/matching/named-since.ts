/** How long identities have named their person. A changed claim match makes an identity another person's. */
import type { RowOf } from '#lib/resources/rows.ts';

type Identity = RowOf<'Identity'>;

/** Whether the identity named the same person at that time as it does now. */
export const namedAt = ({ namesSince }: Pick<Identity, 'namesSince'>, time: Date): boolean =>
  namesSince === null || namesSince <= time;

export type Aged = Pick<Identity, 'uid' | 'createTime' | 'namesSince'>;

const namedSince = ({ namesSince, createTime }: Aged): number =>
  (namesSince ?? createTime).getTime();

/** The identity that has named its person longest comes first. */
export const byAge = (a: Aged, b: Aged): number =>
  namedSince(a) - namedSince(b) || (a.uid < b.uid ? -1 : 1);
