import { describe, expect, it } from 'vitest';
import { canStart, type Facts, obstaclesOf } from '#lib/client/guided-delete/obstacles.ts';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';

const ROOT = '0'.repeat(40);
const uid = `${ROOT}/aaaaaaaaaaaaaaaa`;
const inside = { uid: `${uid}/1111111111111111`, name: 'ada' };
const outside = { uid: `${ROOT}/2222222222222222`, name: 'bob' };

const counts = (below: Record<string, number>): Facts['counts'] =>
  Object.fromEntries(
    KINDS.map(({ collection }) => [
      collection,
      { here: '0', below: String(below[collection] ?? 0) },
    ]),
  );

const ALL = KINDS.map((kind) => kind.delete);
const facts: Facts = {
  uid,
  counts: counts({ groups: 2 }),
  grants: { [ROOT]: ALL },
  own: [outside],
  owners: [outside],
};

describe('obstaclesOf', () => {
  it('finds none where all can go', () => {
    expect(canStart(obstaclesOf(facts))).toBe(true);
  });

  it('names the capabilities that it takes, and only those', () => {
    const grants = { [uid]: ['groups.list'] };
    const missing = (below: Record<string, number>) =>
      obstaclesOf({ ...facts, grants, counts: counts(below) }).missing;
    expect(missing({ identities: 1 })).toEqual(['groups.delete', 'identity.delete']);
    expect(missing({ roleBindings: 3 })).toEqual(['groups.delete']);
    expect(missing({ repos: 1, advisories: 2_000 })).toEqual([
      'groups.delete',
      'repo.sync',
      'advisories.import',
    ]);
    expect(missing({ roleBindings: 3, roles: 1 })).toEqual([
      'groups.delete',
      'role_bindings.delete',
      'roles.delete',
    ]);
    expect(obstaclesOf({ ...facts, grants: undefined }).missing).toEqual([]);
  });

  it('keeps the caller and the last owners', () => {
    expect(obstaclesOf({ ...facts, own: [inside, outside] }).own).toEqual([inside]);
    expect(obstaclesOf({ ...facts, owners: [inside] }).holdsAllOwners).toBe(true);
    expect(obstaclesOf({ ...facts, owners: [inside, outside] }).holdsAllOwners).toBe(false);
    expect(obstaclesOf({ ...facts, owners: null }).holdsAllOwners).toBe(false);
    expect(obstaclesOf({ ...facts, owners: [] }).holdsAllOwners).toBe(false);
  });

  it('names what cannot be seen', () => {
    const { repos: _, ...seen } = facts.counts;
    expect(obstaclesOf({ ...facts, counts: seen }).unseen.map(({ tab }) => tab)).toEqual(['repos']);
    const grants = { [ROOT]: KINDS.map(({ list }) => list) };
    expect(obstaclesOf({ ...facts, grants, counts: seen }).unseen).toEqual([]);
  });
});
