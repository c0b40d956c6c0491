import { expect, it } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { capabilityLines } from './capability-words.ts';

it('says what each is about and what it allows, before its code', () => {
  expect(capabilityLines(['role_bindings.create', 'groups.list', 'role_bindings.list'])).toEqual([
    { label: 'Groups', verbs: 'List', codes: ['groups.list'] },
    {
      label: 'Role bindings',
      verbs: 'List, create',
      codes: ['role_bindings.list', 'role_bindings.create'],
    },
  ]);
});

it('leaves none out', () => {
  const codes = capabilityLines(CAPABILITIES).flatMap((line) => line.codes);
  expect(codes.toSorted()).toEqual(CAPABILITIES.toSorted());
});
