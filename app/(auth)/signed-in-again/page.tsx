import type { Metadata } from 'next';
import { SignedInAgain } from '#app/(auth)/signed-in-again/signed-in-again.tsx';

export const metadata: Metadata = { title: 'Signed in again' };

/** The last page of a window in which a person has signed in again. */
export default function Page() {
  return <SignedInAgain />;
}
