/** Makes the claim match of a workflow from what a person knows about it. Pure. */
import { patternOf } from '#lib/client/claims/patterns.ts';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

export type WorkflowKind = 'github' | 'gitlab' | 'buildkite' | 'kubernetes' | 'other';

/** The runs of a repository that match. */
export type Runs = 'branch' | 'environment' | 'any';

export interface WorkflowValues {
  kind: WorkflowKind;
  /** The address of the repository, project or pipeline, or the issuer of a cluster or another platform. */
  address: string;
  runs: Runs;
  /** The name of the branch or environment. */
  ref: string;
  /** The platform's id of the owner, which stays the owner's if somebody else gets the name. */
  ownerId: string;
  namespace: string;
  account: string;
  /** The subject, for another issuer. */
  subject: string;
}

export const NEW_WORKFLOW: WorkflowValues = {
  kind: 'github',
  address: '',
  runs: 'branch',
  ref: 'main',
  ownerId: '',
  namespace: '',
  account: '',
  subject: '',
};

/** The claims with the owner's id, by platform. */
export const OWNER_CLAIMS = {
  github: 'repository_owner_id',
  gitlab: 'namespace_id',
  buildkite: 'organization_id',
} as const;

type CodeKind = keyof typeof OWNER_CLAIMS;

export const hasCode = (kind: WorkflowKind): kind is CodeKind => kind in OWNER_CLAIMS;

const HOSTS: Record<CodeKind, string> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  buildkite: 'buildkite.com',
};

/* An address of `git clone` over SSH: `git@github.com:acme/shop.git`. */
const SSH_ADDRESS = /^[^@/\s]+@([^:/\s]+):(\S+)$/;

interface Place {
  host: string;
  path: string;
}

/** The address as a URL; null if it is not one, or if its first part could be a host or an owner. */
function urlOf(kind: CodeKind, address: string): URL | null {
  const text = address.trim().replace(SSH_ADDRESS, 'ssh://$1/$2');
  const isWhole = text.includes('://');
  const path = text.replace(/^www\./, '').replace(`${HOSTS[kind]}/`, '');
  if (!isWhole && /^[^/]*\.[^/]*\/[^/]*\/[^/]/.test(path)) return null;
  const whole = isWhole ? text : `https://${HOSTS[kind]}/${path}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}

/** Whether the platform may run on the host. Only GitHub and GitLab are hosted elsewhere, too. */
const isHostOf = (kind: CodeKind, host: string): boolean =>
  /^[\w.-]+(?::\d+)?$/.test(host) &&
  (host === HOSTS[kind] || (kind !== 'buildkite' && !Object.values(HOSTS).includes(host)));

/**
 * The repository of an address in the form of browsers, `git clone` or people; null if it names none.
 */
export function placeOf(kind: CodeKind, address: string): Place | null {
  const url = urlOf(kind, address);
  if (!url) return null;
  // The port of SSH is not that of the issuer.
  const { protocol, host: withPort, hostname } = url;
  const host = (protocol.startsWith('http') ? withPort : hostname)
    .toLowerCase()
    .replace(/^www\./, '');
  // GitLab has its own pages of a project below `/-/`.
  const parts = (url.pathname.split('/-/')[0] ?? '')
    .replaceAll(/^\/|\/$/g, '')
    .replace(/\.git$/, '')
    .split('/');
  const named = kind === 'gitlab' ? parts : parts.slice(0, 2);
  if (named.length < 2 || named.some((part) => !/^[\w.-]+$/.test(part))) return null;
  return isHostOf(kind, host) ? { host, path: named.join('/') } : null;
}

function issuerOf(kind: CodeKind, host: string): string {
  if (kind === 'gitlab') return `https://${host}`;
  if (kind === 'buildkite') return 'https://agent.buildkite.com';
  if (host === HOSTS.github) return 'https://token.actions.githubusercontent.com';
  return host.endsWith('.ghe.com')
    ? `https://token.actions.${host}`
    : `https://${host}/_services/token`;
}

const subjectOf: Record<CodeKind, (path: string, runs: Runs, ref: string) => Partial<ClaimMatch>> =
  {
    github: (path, runs, ref) => {
      // Repositories since July 2026 have ids in it: `repo:acme@1234/shop@5678:…`.
      const repo = path.split('/').map((part) => `${patternOf(part)}(@[0-9]+)?`);
      const end = { branch: 'ref:refs/heads/', environment: 'environment:', any: '.+' }[runs];
      const subjectPattern = `repo:${repo.join('/')}:${end}${runs === 'any' ? '' : patternOf(ref)}`;
      return { subjectPattern };
    },
    gitlab: (path, runs, ref) => {
      if (runs === 'branch') {
        return { subject: `project_path:${path}:ref_type:branch:ref:${ref}` };
      }
      return {
        subjectPattern: `project_path:${patternOf(path)}:.+`,
        ...(runs === 'environment' && { claims: { environment: ref } }),
      };
    },
    buildkite: (path, runs, ref) => {
      const [organization = '', pipeline = ''] = path.split('/').map(patternOf);
      // A build of a fork has `owner:branch` as its branch, so the pattern also fixes the text after the branch.
      const end =
        runs === 'any' ? '.+' : `ref:refs/heads/${patternOf(ref)}:commit:(HEAD|[0-9a-f]+):step:.*`;
      return { subjectPattern: `organization:${organization}:pipeline:${pipeline}:${end}` };
    },
  };

const isPlain = (text: string) => text.trim() !== '' && !/[\s:]/.test(text.trim());

/** Environments may have blanks. */
const isRef = (runs: Runs, text: string) =>
  runs === 'environment' ? /^[^:]+$/.test(text.trim()) : isPlain(text);

/** The problems of a workflow that cannot be matched yet, by field. */
export function problemsOf(values: WorkflowValues): Record<string, string> {
  const { kind, address, runs, ref, namespace, account, subject } = values;
  if (hasCode(kind)) {
    return {
      ...(!placeOf(kind, address) && {
        address: `Paste the address of the ${kind === 'buildkite' ? 'pipeline' : 'repository'}, such as https://${HOSTS[kind]}/acme/shop.`,
      }),
      ...(runs !== 'any' && !isRef(runs, ref) && { ref: `Name the ${runs}.` }),
    };
  }
  const missing = 'is required';
  if (kind === 'other') {
    return {
      ...(address.trim() === '' && { address: missing }),
      ...(subject.trim() === '' && { subject: missing }),
    };
  }
  return {
    ...(address.trim() === '' && { address: missing }),
    ...(!isPlain(namespace) && { namespace: 'Name the namespace.' }),
    ...(!isPlain(account) && { account: 'Name the service account.' }),
  };
}

/** The claim match of the workflow; null while a field is missing. */
export function workflowMatch(values: WorkflowValues): ClaimMatch | null {
  if (Object.keys(problemsOf(values)).length > 0) return null;
  const { kind, address, runs, ref, ownerId, namespace, account, subject } = values;
  if (!hasCode(kind)) {
    const issuer = address.trim();
    if (kind === 'other') return { issuer, subject: subject.trim() };
    return { issuer, subject: `system:serviceaccount:${namespace.trim()}:${account.trim()}` };
  }
  const place = placeOf(kind, address);
  if (!place) return null;
  const { claims, ...match } = subjectOf[kind](place.path, runs, ref.trim());
  const owner = ownerId.trim() === '' ? {} : { [OWNER_CLAIMS[kind]]: ownerId.trim() };
  const all = { ...claims, ...owner };
  return {
    issuer: issuerOf(kind, place.host),
    ...match,
    ...(Object.keys(all).length > 0 && { claims: all }),
  };
}

/** A name for the identity: "acme/shop on main". */
export function suggestedName(values: WorkflowValues): string {
  const { kind, address, runs, ref, namespace, account, subject } = values;
  if (kind === 'kubernetes') return isPlain(account) ? `${namespace}/${account}` : '';
  if (kind === 'other') return subject.trim().slice(0, 60);
  const path = placeOf(kind, address)?.path ?? '';
  if (path === '' || runs === 'any' || ref.trim() === '') return path;
  return `${path} ${runs === 'branch' ? 'on' : 'in'} ${ref.trim()}`;
}
