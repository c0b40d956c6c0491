import { afterEach, expect, it, vi } from 'vitest';
import { find, holdersOf, morePath } from '#lib/client/search/find.ts';
import { recognize, type Sought } from '#lib/client/search/recognize.ts';

const ROOT = '0'.repeat(40);
const TEAM = `${ROOT}/aaaaaaaaaaaaaaaa`;
const signal = new AbortController().signal;
const ALL = {
  [ROOT]: ['groups.list', 'identity.list', 'repo.list', 'advisories.list', 'tag.list'],
};

afterEach(() => vi.unstubAllGlobals());

/** Answers each collection with these rows or a status. */
function serve(answers: Record<string, object[] | number>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const collection = path.split('?')[0]?.split('/').at(-1) ?? '';
    const rows = answers[collection] ?? [];
    const body =
      typeof rows === 'number'
        ? { code: 13, message: 'no' }
        : { [collection]: rows, nextPageToken: '', totalCount: String(rows.length), skipped: 0 };
    const status = typeof rows === 'number' ? rows : 200;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

const sought = (text: string) => recognize(text) as Sought;

it('looks for a text in five lists and keeps those with something', async () => {
  const asked = serve({ groups: [{ uid: TEAM, name: 'payments' }] });
  const found = await find(sought('pay'), ALL, signal);
  expect(asked).toHaveLength(5);
  expect(asked.every((path) => path.includes('?query=pay&order_by='))).toBe(true);
  expect(found.sections).toMatchObject([
    { title: 'Groups', total: 1, hits: [{ label: 'payments', holder: ROOT }] },
  ]);
  expect(holdersOf(found)).toEqual([ROOT]);
  const more = found.sections[0]?.more;
  expect(more && morePath(TEAM, more)).toBe(
    `/groups/${ROOT}.aaaaaaaaaaaaaaaa/children?scope=below&query=pay`,
  );
});

it('does not ask for what no role shows', async () => {
  const asked = serve({});
  await find(sought('pay'), { [ROOT]: ['repo.list'] }, signal);
  expect(asked).toHaveLength(1);
});

it('finds what a uid is of, and asks only for what it can be', async () => {
  const repo = `${TEAM}/1111111111111111`;
  const asked = serve({ repos: [{ uid: repo, name: 'nginx' }] });
  const found = await find(sought(repo), undefined, signal);
  expect(found.sections.map(({ hits }) => hits[0]?.href)).toEqual([
    `/groups/${TEAM.replace('/', '.')}/repos/${repo.replaceAll('/', '.')}`,
  ]);
  expect(asked.length).toBeGreaterThan(4);
  const root = serve({ groups: [{ uid: ROOT, name: 'acme' }] });
  await find(sought(ROOT), undefined, signal);
  expect(root).toHaveLength(2);
});

it('leads from a digest to the repository, and from a CVE to its advisories', async () => {
  const repo = `${TEAM}/1111111111111111`;
  const digest = `sha256:${'ab12'.repeat(16)}`;
  const asked = serve({ tags: [{ uid: `${repo}/2222222222222222`, name: 'latest' }] });
  const found = await find(sought(digest), ALL, signal);
  expect(asked).toHaveLength(1);
  expect(found.sections[0]?.hits[0]).toMatchObject({ label: 'latest', holder: repo });
  expect(found.sections[0]?.hits[0]?.href).toMatch(/\/repos\/[0-9a-f.]+1111111111111111$/);
  const vulnerabilities = serve({});
  await find(sought('cve-2022-37434'), ALL, signal);
  expect(vulnerabilities).toEqual([
    '/vulnerabilities/v2beta1/advisories?query=CVE-2022-37434&page_size=20',
  ]);
});

it('tells what could not be searched beside what was found', async () => {
  serve({ groups: [{ uid: TEAM, name: 'payments' }], repos: 500, advisories: 500 });
  const found = await find(sought('pay'), ALL, signal);
  expect(found.failed?.titles).toEqual(['Repositories', 'Advisories']);
  expect(found.sections).toHaveLength(1);
  serve({ groups: 500, identities: 500, repos: 500, advisories: 500, savedViews: 500 });
  await expect(find(sought('pay'), ALL, signal)).rejects.toThrow('no');
  serve({ groups: [], identities: 401, repos: [], advisories: [] });
  await expect(find(sought('pay'), ALL, signal)).rejects.toMatchObject({ httpStatus: 401 });
});

it('shows the closest names, also one behind all that have it as a part', async () => {
  const names = Array.from({ length: 30 }, (_, nth) => `advisories.${nth}.viewer`);
  const rows = [...names, 'viewer'].map((name, nth) => ({ uid: `${TEAM}/${nth}`, name }));
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (!pathname.endsWith('/groups')) return Promise.resolve(new Response('{}'));
    asked.push(String(searchParams));
    const name = searchParams.get('name');
    const groups = name === null ? rows.slice(0, 20) : rows.filter((row) => row.name === name);
    const page = { groups, nextPageToken: '', totalCount: '31', skipped: 0 };
    return Promise.resolve(new Response(JSON.stringify(page)));
  });
  const { sections } = await find(sought('viewer'), { [ROOT]: ['groups.list'] }, signal);
  expect(sections[0]).toMatchObject({ total: 31, hits: { length: 5, 0: { label: 'viewer' } } });
  expect(asked).toHaveLength(2);
});
