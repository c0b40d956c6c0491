import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Owner } from '#app/(auth)/owner.tsx';
import { Logo } from '#components/frame/logo.tsx';
import { config } from '#lib/config.ts';

export function generateMetadata(): Metadata {
  const { name } = config().installation;
  return name === undefined ? {} : { title: { template: `%s · ${name}`, default: name } };
}

/** The frame of the pages outside the console: the name of the installation, and one column of 360 px. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  const { name, picture } = config().installation;
  return (
    <div className="flex min-h-dvh flex-col items-center bg-paper-2 px-4 pt-[12vh] pb-12">
      <main className="w-full max-w-90">
        {name === undefined ? (
          <Logo className="mb-8" />
        ) : (
          <Owner name={name} pictureVersion={picture?.version} />
        )}
        {children}
        {name !== undefined && (
          <p className="mt-10 flex items-center gap-1.5 text-sm text-ink-3">
            <Logo isMark />
            Runs on Grove
          </p>
        )}
      </main>
    </div>
  );
}
