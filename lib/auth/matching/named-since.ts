/** Since when identities name whom they name. A changed claim match makes an identity another person's. */
import type { RowOf } from '#lib/resources/rows.ts';

type Identity = RowOf<'Identity'>;

export const namedAt = ({ namesSince }: Pick<Identity, 'namesSince'>, time: Date): boolean =>
  namesSince === null || namesSince <= time;

export type Aged = Pick<Identity, 'uid' | 'createTime' | 'namesSince'>;

const namedSince = ({ namesSince, createTime }: Aged): number =>
  (namesSince ?? createTime).getTime();

/** By the time since when they name whom they name. */
export const byAge = (a: Aged, b: Aged): number =>
  namedSince(a) - namedSince(b) || (a.uid < b.uid ? -1 : 1);
