/** Starts the Grove of all engines: the demo, every screen with content, a group for each journey. */
import { type Page, request } from '@playwright/test';
import { type Grove, groupUrl, makeGroup, signIn } from '../fixtures.ts';
import { ROUTES, screenUrl } from '../frame/screens.ts';
import { makeIdentity } from '../people/identities.ts';
import { startDemoGrove } from '../tour/demo-grove.ts';

/** What the workers need to know about the Grove. */
export interface Swept {
  url: string;
  rootUrl: string;
  screens: string[];
  /** Pages of groups by their names. Each has two child groups and an identity. */
  groups: Record<string, string>;
}

const VARIABLE = 'GROVE_SWEPT';

/** The list pages of the organization, which are full in the demo. */
const LISTS = ROUTES.filter((route) => /^\/groups\/\[group\](?:\/\w+)?$/.test(route));

export const MODES = ['plain', 'translated'] as const;

/** No other group begins with its first letters, so that typing them finds it in the tree. */
export const groupName = (engine: string, mode: string) => `${engine[0]}${mode[0]}-swept`;

export function swept(): Swept {
  return JSON.parse(process.env[VARIABLE] ?? '') as Swept;
}

export default async function setUp() {
  const running = await startDemoGrove();
  const api = await request.newContext({ baseURL: running.url });
  await signIn(api);
  const roots = await api.get('/iam/v2beta1/groups?name=acme');
  const { groups } = (await roots.json()) as { groups: { uid: string }[] };
  const rootUid = groups[0]?.uid ?? '';
  const grove: Grove = { ...running, rootUid, session: await api.storageState() };
  const rootUrl = groupUrl(rootUid);
  // The functions that fill the screens only use the page's requests.
  const page = { request: api } as Page;
  const screens = LISTS.map((route) => route.replace('/groups/[group]', rootUrl));
  for (const route of ROUTES) screens.push(await screenUrl(page, grove, route));
  const made: Swept = { url: grove.url, rootUrl, screens, groups: await fill(page, grove) };
  process.env[VARIABLE] = JSON.stringify(made);
  await api.dispose();
  return running.stop;
}

async function fill(page: Page, grove: Grove): Promise<Record<string, string>> {
  const groups: Record<string, string> = {};
  for (const engine of ['chromium', 'firefox', 'webkit']) {
    for (const mode of MODES) {
      const { uid, name } = await makeGroup(page, grove, grove.rootUid, groupName(engine, mode));
      for (const child of ['one', 'two']) await makeGroup(page, grove, uid, child);
      await makeIdentity(page, grove, uid);
      groups[name] = groupUrl(uid);
    }
  }
  return groups;
}
