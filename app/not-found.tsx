import type { Metadata } from 'next';
import { Logo } from '#components/frame/logo.tsx';
import { buttonClass } from '#components/ui/buttons/button-style.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col items-start px-4 pt-[16vh]">
      <Logo className="mb-8" />
      <h1 className="text-xl font-semibold tracking-tight">There is no such page</h1>
      <p className="mt-1 mb-5 text-ink-2">
        The address may be mistyped, or the resource was deleted.
      </p>
      {/* A plain link: Next's link would add its script to every page. */}
      <a href="/" className={buttonClass()}>
        Go to your groups
      </a>
    </main>
  );
}
