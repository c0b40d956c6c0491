import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { bindingName } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(roleBindings, 'binding', 'Role binding', bindingName);

/** The layout renders the binding, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
