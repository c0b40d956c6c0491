import { expect, it } from 'vitest';
import { keptText, levelsOf } from '#app/(console)/explain/access-path.ts';
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

it('leads from the topmost binding to the group in question, also through groups without one', () => {
  expect(levelsOf(GROUP, [GRACE, ADA, ADA_BELOW])).toEqual([
    { uid: ROOT, name: 'named r', bindings: [ADA] },
    { uid: MIDDLE, name: undefined, bindings: [] },
    { uid: GROUP, name: 'named r/m/g', bindings: [ADA_BELOW, GRACE] },
  ]);
  expect(levelsOf(GROUP, [GRACE]).map(({ uid }) => uid)).toEqual([GROUP]);
  expect(levelsOf(GROUP, [])).toEqual([]);
});

it('says whether a removal stops the capability', () => {
  const path = {
    bindings: [ADA, ADA_BELOW, GRACE],
    group: GROUP,
    groupName: 'shop',
    capability: 'repo.delete',
    isMore: false,
  };
  expect(keptText(path, ADA)).toBe(
    'ada keeps repo.delete in shop: editor on named r/m/g also grants it.',
  );
  expect(keptText(path, GRACE)).toContain('no longer has repo.delete');
  expect(keptText({ ...path, isMore: true }, GRACE)).toContain('may keep repo.delete');
  expect(keptText({ ...path, capability: undefined }, GRACE)).toBeNull();
});
