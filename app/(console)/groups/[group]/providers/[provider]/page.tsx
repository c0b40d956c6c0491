import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(
  identityProviders,
  'provider',
  'Identity provider',
  ({ name }) => name,
);

/** The layout renders the provider, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
