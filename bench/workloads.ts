/** The measured requests: everyday work. */
import type { Caller, Landmarks } from './sizes.ts';
import type { Session } from './load.ts';

export interface Workload {
  name: string;
  session(caller: Caller): Session;
  /** The target share of the bare server's requests per second. */
  target: number;
  /** Whether each request is a long search. Grove refuses many of them at once. */
  isLong?: true;
}

const REPOS = '/registry/v2beta1/repos';
const GROUPS = '/iam/v2beta1/groups';
const IDENTITIES = '/iam/v2beta1/identities';
const BINDINGS = '/iam/v2beta1/roleBindings';
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const NEWEST = 'order_by=created_at%20desc';
const PAGES = 20;

let written = 0;

function gets(paths: readonly string[]): Session {
  return async (send, turn) => {
    await send('GET', paths[turn % paths.length] ?? '');
  };
}

/** Page after page, by page token. */
const pages: Session = async (send) => {
  let token = '';
  for (let page = 0; page < PAGES; page += 1) {
    const body = await send('GET', `${REPOS}?order_by=name&page_token=${token}`);
    token = (JSON.parse(body) as { nextPageToken: string }).nextPageToken;
    if (token === '') return;
  }
};

function writes(group: string): Session {
  return async (send) => {
    const name = `bench ${process.pid} ${(written += 1)}`;
    const claimMatch = { issuer: 'https://bench.example.com', subject: name };
    const made = await send('POST', `${IDENTITIES}/${group}`, JSON.stringify({ name, claimMatch }));
    const { uid } = JSON.parse(made) as { uid: string };
    const change = JSON.stringify({ description: 'changed', name: 'left alone' });
    await send('PATCH', `${IDENTITIES}/${uid}?update_mask=description`, change);
    await send('DELETE', `${IDENTITIES}/${uid}`);
  };
}

export function workloads({ root, callers, smallGroups, middleGroups }: Landmarks): Workload[] {
  const repos = (caller: Caller) => callers[caller].repos;
  const below = (groups: readonly string[]) => () =>
    gets(groups.map((uid) => `${ADVISORIES}?uidp.descendants_of=${uid}&${NEWEST}`));
  return [
    { name: 'repos by name, page 1', target: 0.6, session: () => gets([`${REPOS}?order_by=name`]) },
    { name: 'repos by name, 20 pages', target: 0.6, session: () => pages },
    {
      name: 'children of a group',
      target: 0.6,
      session: (caller) =>
        gets(callers[caller].parents.map((uid) => `${GROUPS}?uidp.children_of=${uid}`)),
    },
    {
      name: 'get by uid',
      target: 0.6,
      session: (caller) => gets(repos(caller).map(({ uid }) => `${REPOS}/${uid}`)),
    },
    {
      name: 'exact name',
      target: 0.6,
      session: (caller) => gets(repos(caller).map(({ name }) => `${REPOS}?name=${name}`)),
    },
    {
      name: 'role bindings, hydrated',
      target: 0.5,
      session: () => gets([`${BINDINGS}?${NEWEST}`]),
    },
    { name: 'advisories below a small group', target: 0.5, session: below(smallGroups) },
    { name: 'advisories below a middling group', target: 0.5, session: below(middleGroups) },
    { name: 'advisories below the root', target: 0.5, session: below([root]) },
    {
      name: 'skip to the middle',
      target: 0.5,
      isLong: true,
      session: (caller) => gets([`${ADVISORIES}?${NEWEST}&skip=${callers[caller].middle}`]),
    },
    {
      name: 'skip to the middle, by uid',
      target: 0.5,
      isLong: true,
      session: (caller) => gets([`${ADVISORIES}?skip=${callers[caller].middle}`]),
    },
    {
      name: 'create, update, delete',
      target: 0.5,
      session: (caller) => writes(callers[caller].home),
    },
  ];
}
