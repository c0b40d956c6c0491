import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { subscriptions } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(
  subscriptions,
  'subscription',
  'Subscription',
  ({ name }) => name,
);

/** The layout renders the subscription, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
