import { expect, test } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { ANY_DELETE, askedOf, CAPABILITY_CHOICES } from './capability-choices.ts';

test('every capability is one choice, whose words come first', () => {
  expect(CAPABILITY_CHOICES.map(({ id }) => id).toSorted()).toEqual([...CAPABILITIES].toSorted());
  expect(CAPABILITY_CHOICES.find(({ id }) => id === 'groups.delete')).toEqual({
    id: 'groups.delete',
    label: 'Delete groups (groups.delete)',
  });
});

test('what deletes is known by its verb', () => {
  const asked = askedOf(ANY_DELETE);
  expect(asked).toContain('role_bindings.delete');
  expect(asked.every((name) => name.endsWith('.delete'))).toBe(true);
});
