import { redirect } from 'next/navigation';
import { settingsPath } from '#lib/client/paths.ts';

export default function SettingsPage() {
  redirect(settingsPath('profile'));
}
