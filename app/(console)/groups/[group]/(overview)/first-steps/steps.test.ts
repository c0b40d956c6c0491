import { expect, it } from 'vitest';
import {
  areOfUse,
  type Progress,
  stepsFor,
} from '#app/(console)/groups/[group]/(overview)/first-steps/steps.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';

const ROOT = '0'.repeat(40);
const OWNER = { [ROOT]: CAPABILITIES };
const NOW = Date.parse('2026-03-01T00:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

const counts = (below: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(below).map(([kind, count]) => [kind, { here: '0', below: String(count) }]),
  );

const NONE = { sources: 0, people: 1, workflows: 0 };

const doneIn = (below: Record<string, number>, others: Partial<Progress> = {}) =>
  stepsFor(ROOT, { ...NONE, counts: counts(below), ...others }, OWNER)
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id);

it('does not count the owner as done', () => {
  expect(doneIn({ groups: 0, identities: 1, roleBindings: 1 })).toEqual([]);
});

it.each([
  [{ groups: 1 }, 'group'],
  [{ roleBindings: 2 }, 'role'],
  [{ advisories: 7 }, 'advisories'],
])('knows from %j that one step is done', (below, id) => {
  expect(doneIn(below)).toEqual([id]);
});

it('has brought people in only once somebody came', () => {
  const invited = { identities: 1, groupInvites: 1, identityProviders: 1 };
  expect(doneIn(invited)).toEqual([]);
  expect(doneIn({ identities: 2 }, { workflows: 1 })).toEqual(['workflow']);
  expect(doneIn({ identities: 2 }, { people: 2 })).toEqual(['people']);
});

it('counts a registry source and a workflow as finished steps', () => {
  expect(doneIn({}, { sources: 1 })).toEqual(['registry']);
  expect(doneIn({}, { workflows: 1 })).toEqual(['workflow']);
});

it('has only what the caller may do', () => {
  const grants = { [ROOT]: ['groups.create', 'identity_providers.create'] };
  const steps = stepsFor(ROOT, { ...NONE, counts: {} }, grants);
  expect(steps.map(({ id, links }) => [id, links.map(({ label }) => label)])).toEqual([
    ['group', ['New group']],
    ['people', ['Add provider']],
  ]);
});

it('is of use in a new organization until all is done, and later only in an empty one', () => {
  const at = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
  const steps = (below: Record<string, number>, others = 0) =>
    stepsFor(
      ROOT,
      { counts: counts(below), sources: others, people: others + 1, workflows: others },
      OWNER,
    );
  expect(areOfUse(steps({ groups: 1 }), at(1), NOW)).toBe(true);
  expect(areOfUse(steps({ groups: 1 }), at(31), NOW)).toBe(false);
  expect(areOfUse(steps({}), at(400), NOW)).toBe(true);
  const all = { groups: 1, identities: 2, roleBindings: 2, advisories: 1 };
  expect(areOfUse(steps(all, 1), at(1), NOW)).toBe(false);
  expect(areOfUse([], at(1), NOW)).toBe(false);
});
