import type { ReactNode } from 'react';
import { Logo } from '#components/frame/logo.tsx';

/** Frame of the pages outside the console: the leaf and one column of 360 px. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-paper-2 px-4 pt-[12vh] pb-12">
      <main className="w-full max-w-90">
        <Logo className="mb-8" />
        {children}
      </main>
    </div>
  );
}
