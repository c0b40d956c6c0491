import { expect, it } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { isOwner } from './owner.ts';

const ROOT = 'a'.repeat(40);
const { capabilities } = builtInRole('owner');

it('takes all that an owner may do, at the group or above', () => {
  expect(isOwner({ [ROOT]: capabilities }, ROOT)).toBe(true);
  expect(isOwner({ [ROOT]: capabilities }, `${ROOT}/${'b'.repeat(16)}`)).toBe(true);
  expect(isOwner({ [`${ROOT}/${'b'.repeat(16)}`]: capabilities }, ROOT)).toBe(false);
});

it('is more than to change the group', () => {
  expect(isOwner({ [ROOT]: ['groups.list', 'groups.update'] }, ROOT)).toBe(false);
  for (const lacking of capabilities) {
    const held = capabilities.filter((capability) => capability !== lacking);
    expect(isOwner({ [ROOT]: held }, ROOT)).toBe(false);
  }
});

it('keeps nobody waiting for their grants', () => {
  expect(isOwner(undefined, ROOT)).toBe(true);
});
