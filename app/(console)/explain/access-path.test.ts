import { expect, it } from 'vitest';
import { keptAfter, levelsOf } from '#app/(console)/explain/access-path.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const [ROOT, MIDDLE, GROUP] = ['r', 'r/m', 'r/m/g'] as const;

const binding = (uid: string, name: string, group: string) =>
  ({
    uid,
    identity: { uid: `of ${name}`, name },
    role: { name: 'editor' },
    group: { uid: group, name: `named ${group}` },
  }) as RoleBinding;

const ADA = binding('1', 'ada', ROOT);
const ADA_BELOW = binding('2', 'ada', GROUP);
const GRACE = binding('3', 'grace', GROUP);

it('goes from the topmost binding to the group in question, through groups without one too', () => {
  expect(levelsOf(GROUP, [GRACE, ADA, ADA_BELOW])).toEqual([
    { uid: ROOT, name: 'named r', bindings: [ADA] },
    { uid: MIDDLE, name: undefined, bindings: [] },
    { uid: GROUP, name: 'named r/m/g', bindings: [ADA_BELOW, GRACE] },
  ]);
  expect(levelsOf(GROUP, [GRACE]).map(({ uid }) => uid)).toEqual([GROUP]);
  expect(levelsOf(GROUP, [])).toEqual([]);
});

it('says whether a removal stops the capability', () => {
  const path = { bindings: [ADA, ADA_BELOW, GRACE], isMore: false };
  expect(keptAfter(path, ADA)).toEqual({ verdict: 'keeps', by: [ADA_BELOW] });
  expect(keptAfter(path, GRACE)).toEqual({ verdict: 'loses', by: [] });
  expect(keptAfter({ ...path, isMore: true }, GRACE)).toEqual({ verdict: 'may keep', by: [] });
});
