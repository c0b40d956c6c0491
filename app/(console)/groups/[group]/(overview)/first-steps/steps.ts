/** The first steps in a new organization, and whether each is done. */
import { hasAccount } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { type Grants, isGranted, TO_CONNECT } from '#lib/client/access/capabilities.ts';
import {
  connectPath,
  editRegistrySourcePath,
  importAdvisoriesPath,
  newGroupPath,
  newPath,
} from '#lib/client/paths.ts';
import { type Identity, identities } from '#lib/client/resources/resources.ts';
import type { GroupSummary } from '#lib/client/resources/summary.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

export interface StepLink {
  label: string;
  href: string;
}

export interface Step {
  id: string;
  title: string;
  about: string;
  links: readonly StepLink[];
  isDone: boolean;
}

interface StepPlan extends Omit<Step, 'isDone' | 'links'> {
  links: readonly (StepLink & { needs: readonly Capability[] })[];
  isDone: boolean;
}

/** The server's counts of the organization. */
export interface Progress {
  counts: GroupSummary['counts'];
  /** The number of registry sources in all groups. */
  sources: number;
  /** How many of the newest identities are people who signed in. */
  people: number;
  /** How many of the newest identities are workflows. */
  workflows: number;
}

/** The owner counts as an identity and as a binding from the start. */
const OWNER = 1;

function plansFor(
  root: string,
  { counts, sources, people, workflows }: Progress,
): readonly StepPlan[] {
  const count = (collection: string) => Number(counts[collection]?.below ?? 0);
  return [
    {
      id: 'group',
      title: 'Create a group',
      about: 'For a team or a product. A role on this group also applies there.',
      links: [{ label: 'New group', href: newGroupPath(root), needs: ['groups.create'] }],
      isDone: count('groups') > 0,
    },
    {
      id: 'people',
      title: 'Bring people in',
      about: 'Send invites, or let people sign in with the accounts they already have.',
      links: [
        { label: 'Invite', href: newPath(root, 'invites'), needs: ['group_invites.create'] },
        {
          label: 'Add provider',
          href: newPath(root, 'providers'),
          needs: ['identity_providers.create'],
        },
      ],
      // An invite that nobody accepted brought nobody in, and neither did a workflow.
      isDone: people > OWNER,
    },
    {
      id: 'role',
      title: 'Grant a role',
      about: 'People see nothing until a role binding says what they may do, and where.',
      links: [
        { label: 'Grant role', href: newPath(root, 'access'), needs: ['role_bindings.create'] },
      ],
      isDone: count('roleBindings') > OWNER,
    },
    {
      id: 'workflow',
      title: 'Connect a workflow',
      about: 'A job of GitHub, GitLab or another CI signs in with its own token, without a secret.',
      links: [{ label: 'Connect workflow', href: connectPath(root), needs: TO_CONNECT }],
      isDone: workflows > 0,
    },
    {
      id: 'registry',
      title: 'Connect a registry',
      about: 'Its repositories and tags then appear here, and stay up to date.',
      links: [{ label: 'Connect', href: editRegistrySourcePath(root), needs: ['repo.sync'] }],
      isDone: sources > 0,
    },
    {
      id: 'advisories',
      title: 'Import advisories',
      about: 'From OSV, OpenVEX, CSAF and other files.',
      links: [{ label: 'Import', href: importAdvisoriesPath(root), needs: ['advisories.import'] }],
      isDone: count('advisories') > 0,
    },
  ];
}

/** The steps that the caller may take. */
export const stepsFor = (root: string, progress: Progress, grants: Grants): Step[] =>
  plansFor(root, progress)
    .map((plan) => ({
      ...plan,
      links: plan.links.filter(({ needs }) => needs.every((one) => isGranted(grants, root, one))),
    }))
    .filter(({ links }) => links.length > 0);

/** The newest identities of an organization, among which people and workflows are looked for. */
export const latestIdentitiesQuery = (root: string) =>
  identities.list({
    'uidp.descendants_of': root,
    order_by: 'created_at desc',
    page_size: '50',
  });

/** Whether the identity signs in with tokens of its own: a person has an e-mail address or an account here. */
export const isWorkflow = (identity: Identity): boolean =>
  identity.email === undefined && !hasAccount(identity);

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether an organization is so new, or so empty, that the steps help. */
export function areOfUse(steps: readonly Step[], createTime: string, now: number): boolean {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return false;
  return done === 0 || now - Date.parse(createTime) < NEW_FOR_MS;
}
