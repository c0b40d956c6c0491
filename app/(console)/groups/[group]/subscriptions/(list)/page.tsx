import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Subscriptions' };

/** The layout renders the list, so it stays mounted while a sheet opens. */
export default function SubscriptionsPage() {
  return null;
}
