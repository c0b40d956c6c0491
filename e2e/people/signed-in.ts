import type { Page } from '@playwright/test';
import { type Grove, groupUrl } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { inOtherBrowser } from '../support/other-browser.ts';

export interface Somebody {
  page: Page;
  email: string;
  uid: string;
}

/** A person of the organization who is signed in, in a browser of their own. */
export async function signedIn(
  owner: Page,
  grove: Grove,
  group: string,
  role: 'viewer' | 'editor' = 'viewer',
): Promise<Somebody> {
  const email = await makeViewer(owner, grove, group, role);
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  await signInAs(page, email, groupUrl(group));
  const found = await owner.request.get(
    `/iam/v2beta1/identities?${new URLSearchParams({ name: email })}`,
  );
  const { identities } = (await found.json()) as { identities: { uid: string }[] };
  return { page, email, uid: identities[0]?.uid ?? '' };
}
