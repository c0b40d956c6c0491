import type { Metadata } from 'next';
import { ReferencePage } from '#app/(console)/api-reference/reference-page.tsx';

export const metadata: Metadata = { title: 'API reference' };

export default function Page() {
  return <ReferencePage />;
}
