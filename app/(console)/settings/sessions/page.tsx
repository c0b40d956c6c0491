import type { Metadata } from 'next';
import { SessionList } from '#app/(console)/settings/sessions/session-list.tsx';

export const metadata: Metadata = { title: 'Sessions' };

export default function SessionsPage() {
  return <SessionList />;
}
