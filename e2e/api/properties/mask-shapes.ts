/** The updatable resources, described by their leaves. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { Leaf, Shape } from './mask-model.ts';

const NAME: Leaf = { path: 'name', values: ['one', 'two', 'three'], required: true };
const DESCRIPTION: Leaf = { path: 'description', values: ['', 'some', 'other'], unset: '' };
const ROLES = [builtInRole('viewer').uid, builtInRole('editor').uid];
const GUIDS = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222'];
const COLUMN = { id: 'name', width: 120, hidden: false, pinned: true };
const leaf = (path: string, ...values: unknown[]): Leaf => ({ path, values });
const required = (path: string, ...values: unknown[]): Leaf => ({ path, values, required: true });

const listed = (people: readonly string[]): Shape[] => [
  { collection: 'groups', leaves: [NAME, DESCRIPTION] },
  {
    collection: 'identities',
    leaves: [
      NAME,
      DESCRIPTION,
      leaf('claimMatch.issuer', 'https://a.example', 'https://b.example'),
      leaf('claimMatch.issuerPattern', 'https://.*', 'https://[ab].example'),
      leaf('claimMatch.subject', 's', 't'),
      leaf('claimMatch.subjectPattern', 's.*', 't+'),
      leaf('claimMatch.audience', 'a', 'b'),
      leaf('claimMatch.audiencePattern', '.', 'a|b'),
      leaf('claimMatch.claims', {}, { x: 'y' }, { x: 'z', w: 'v' }),
      leaf('claimMatch.claimPatterns', {}, { x: '.' }),
    ],
    oneofs: [
      ['claimMatch.issuer', 'claimMatch.issuerPattern', true],
      ['claimMatch.subject', 'claimMatch.subjectPattern', true],
      ['claimMatch.audience', 'claimMatch.audiencePattern', false],
    ],
  },
  {
    collection: 'roles',
    leaves: [
      NAME,
      DESCRIPTION,
      required(
        'capabilities',
        ['groups.list'],
        ['repo.list', 'tag.list'],
        ['tag.list', 'repo.list'],
      ),
    ],
  },
  {
    collection: 'roleBindings',
    leaves: [required('identityUid', ...people), required('roleUid', ...ROLES)],
  },
  {
    collection: 'identityProviders',
    leaves: [
      NAME,
      DESCRIPTION,
      leaf('defaultRole', ...ROLES),
      required('oidc.issuer', 'https://a.example', 'http://localhost:1'),
      required('oidc.clientId', 'c', 'd'),
      { path: 'oidc.additionalScopes', values: [[], ['a'], ['b', 'c']], unset: [] },
    ],
  },
  {
    collection: 'accountAssociations',
    leaves: [
      NAME,
      DESCRIPTION,
      required('amazon.account', '111111111111', '222222222222'),
      required('google.projectId', 'p', 'q'),
      required('google.projectNumber', '1', '9007199254740993'),
      required('azure.tenantId', ...GUIDS),
      { path: 'azure.clientIds', values: [{}, { a: GUIDS[0] }], unset: {} },
      required('github.installationId', '7', '8'),
      required('github.name', 'n', 'm'),
    ],
    optional: ['amazon', 'google', 'azure', 'github'],
  },
  {
    collection: 'savedViews',
    leaves: [
      NAME,
      required('collection', 'roles', 'identities'),
      { path: 'shared', values: [true, false], unset: false },
      { path: 'scope', values: ['IN', 'BELOW'], unset: 'SCOPE_UNSPECIFIED' },
      { path: 'filters', values: [[], [{ parameter: 'name', values: ['x'] }]], unset: [] },
      { path: 'orderBy', values: ['', 'name desc'], unset: '' },
      { path: 'columns', values: [[], [COLUMN]], unset: [] },
    ],
  },
  {
    collection: 'requestRules',
    leaves: [
      NAME,
      DESCRIPTION,
      required('roles', [ROLES[0]], ROLES),
      required('requesterRoles', [ROLES[0]], [ROLES[1]]),
      required('maxDuration', '60s', '3600s'),
      { path: 'reasonRequired', values: [true, false], unset: false },
      { path: 'reasonPattern', values: ['', 'OPS-.*'], unset: '' },
      { path: 'approvals', values: [0, 2], unset: 1 },
      { path: 'secondFactor', values: [true, false], unset: false },
      { path: 'waitDuration', values: ['60s', '3600s'], unset: '86400s' },
    ],
  },
];

/**
 * A leaf cannot describe the secret and the state of a registry source or a subscription; these have their
 * own tests.
 */
const TESTED_BY_THEMSELVES: readonly string[] = ['registrySources', 'subscriptions'];

/** The fields of the example. An optional text is shown as empty. */
function shapeOf({ collection, input, example = {} }: ResourceDefinition): Shape {
  const leaves = Object.entries(example).map(([path, value]): Leaf => {
    const isRequired = input?.shape[path]?.safeParse(undefined).success === false;
    const values = typeof value === 'string' ? [value, `${value}2`] : [value];
    return isRequired ? { path, values, required: true } : { path, values, unset: '' };
  });
  return { collection, leaves };
}

/** @param people uids of two identities that a binding may name. */
export function shapes(people: readonly string[]): Shape[] {
  const some = listed(people);
  const known = [...TESTED_BY_THEMSELVES, ...some.map(({ collection }) => collection)];
  const others = RESOURCES.filter(
    ({ collection, verbs }) => verbs.includes('update') && !known.includes(collection),
  );
  return [...some, ...others.map(shapeOf)];
}
