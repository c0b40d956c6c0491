import type { Metadata } from 'next';
import { ProfilePage } from '#app/(console)/settings/profile/profile-page.tsx';
import { config } from '#lib/config.ts';
import { hasOwnPassword } from '#app/(console)/settings/has-own-password.ts';

export const metadata: Metadata = { title: 'Profile' };

export default async function Page() {
  return (
    <ProfilePage hasPassword={await hasOwnPassword()} sendsMail={config().mail !== undefined} />
  );
}
