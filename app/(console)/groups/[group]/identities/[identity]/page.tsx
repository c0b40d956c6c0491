import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { identities } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(identities, 'identity', 'Identity', ({ name }) => name);

/** The layout renders the identity, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
