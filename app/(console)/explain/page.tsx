import type { Metadata } from 'next';
import { ExplainPage } from '#app/(console)/explain/explain-page.tsx';

export const metadata: Metadata = { title: 'Explain access' };

export default function Page() {
  return <ExplainPage />;
}
