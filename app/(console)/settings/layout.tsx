import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SettingsFrame } from '#app/(console)/settings/settings-frame.tsx';

export const metadata: Metadata = { title: { template: '%s · Settings', default: 'Settings' } };

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsFrame>{children}</SettingsFrame>;
}
