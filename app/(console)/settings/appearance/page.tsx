import type { Metadata } from 'next';
import { AppearanceForm } from '#app/(console)/settings/appearance/appearance-form.tsx';

export const metadata: Metadata = { title: 'Appearance' };

export default function AppearancePage() {
  return <AppearanceForm />;
}
