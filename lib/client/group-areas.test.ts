import { expect, it } from 'vitest';
import { firstTab, shownAreas } from '#lib/client/group-areas.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';

const ROOT = '0'.repeat(40);
const GROUP = `${ROOT}/${'1'.repeat(16)}`;
const BELOW = `${GROUP}/${'2'.repeat(16)}`;
const NONE = { here: '0', below: '0' };

const shown = (view: Partial<Parameters<typeof shownAreas>[0]>) =>
  shownAreas({ group: GROUP, grants: undefined, counts: undefined, current: null, ...view });

const tabsIn = (view: Partial<Parameters<typeof shownAreas>[0]>) =>
  Object.fromEntries(shown(view).map(({ id, tabs, unused }) => [id, { tabs, unused }]));

it('shows all areas to an owner', () => {
  const areas = shown({ grants: { [ROOT]: CAPABILITIES } });
  expect(areas.map(({ id }) => id)).toEqual([
    'overview',
    'access',
    'software',
    'activity',
    'setup',
  ]);
  expect(areas.flatMap(({ tabs }) => tabs)).toHaveLength(13);
});

it.each([[ROOT], [GROUP], [BELOW]])('shows what is granted at %s, and nothing else', (at) => {
  expect(tabsIn({ grants: { [at]: ['groups.list', 'repo.list'] } })).toEqual({
    overview: { tabs: ['overview', 'children'], unused: [] },
    software: { tabs: ['repos'], unused: [] },
  });
});

it('does not show what is granted beside the group', () => {
  expect(shown({ grants: { [`${ROOT}/${'3'.repeat(16)}`]: CAPABILITIES } })).toEqual([]);
});

it('keeps apart what the group has none of, except for the open tab', () => {
  const counts = { identityKeys: NONE, groupInvites: NONE, repos: NONE, advisories: NONE };
  const { access, software } = tabsIn({ counts, current: 'keys' });
  expect(access).toEqual({ tabs: ['identities', 'access', 'roles', 'keys'], unused: ['invites'] });
  expect(software).toEqual({ tabs: [], unused: ['advisories', 'repos'] });
});

it('opens the first tab of an area, in use or not', () => {
  const counts = { repos: NONE, advisories: NONE, identityProviders: NONE };
  const areas = shown({ counts });
  expect(areas.map(firstTab)).toEqual([
    'overview',
    'identities',
    'advisories',
    'activity',
    'association',
  ]);
});
