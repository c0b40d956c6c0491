import { describe, expect, it } from 'vitest';
import type { Caller, OwnOrganization } from '#lib/client/session/caller.ts';
import { askingOf, joinedOf, markedNames, marksOf } from '#lib/client/session/organizations.ts';

const uidOf = (digit: string) => digit.repeat(40);

const organization = (digit: string, more: Partial<OwnOrganization> = {}): OwnOrganization => ({
  groupUid: uidOf(digit),
  name: 'acme',
  domains: [],
  ...more,
});

const callerOf = (...organizations: OwnOrganization[]) =>
  ({ organizations }) as Pick<Caller, 'organizations'> as Caller;

const unconfirmedTime = '2026-11-27T00:00:00.000Z';

describe('marksOf', () => {
  it('tells organizations of one name apart by domain and uid', () => {
    const caller = callerOf(
      organization('a', { domains: ['acme.example', 'other.example'] }),
      organization('b'),
      organization('c', { name: 'other' }),
    );
    expect([...marksOf(caller)]).toEqual([
      [uidOf('a'), 'acme.example · aaaaaaaa'],
      [uidOf('b'), 'bbbbbbbb'],
    ]);
  });

  it('takes names that look the same for the same', () => {
    const caller = callerOf(organization('a'), organization('b', { name: 'аcme' }));
    expect(marksOf(caller).size).toBe(2);
  });

  it('marks nothing for an organization that the person has not joined', () => {
    const caller = callerOf(organization('a'), organization('b', { unconfirmedTime }));
    expect(marksOf(caller).size).toBe(0);
    expect(joinedOf(caller)).toHaveLength(1);
    expect(askingOf(caller)).toHaveLength(1);
    expect(askingOf(undefined)).toEqual([]);
  });
});

it('markedNames marks root groups only', () => {
  const names = new Map([
    [uidOf('a'), 'acme'],
    [`${uidOf('a')}/0123456789abcdef`, 'acme'],
  ]);
  const marks = new Map([[uidOf('a'), 'aaaaaaaa']]);
  expect([...markedNames(names, marks).values()]).toEqual(['acme (aaaaaaaa)', 'acme']);
});
