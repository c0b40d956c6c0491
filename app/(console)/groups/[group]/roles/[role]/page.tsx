import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { roles } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(roles, 'role', 'Role', ({ name }) => name);

/** The layout renders the role, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
