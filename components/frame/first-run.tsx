import { Logo } from '#components/frame/logo.tsx';

/** For visitors who open an installation without an organization and without the one-time link. */
export function FirstRun() {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-paper-2 px-4 pt-[12vh] pb-12">
      <main className="w-full max-w-120">
        <Logo className="mb-8" />
        <h1 className="text-xl font-semibold tracking-tight">Grove is ready to be set up</h1>
        <p className="mt-2 text-ink-2">
          There is no organization yet. When Grove started, it printed a one-time link in the
          terminal. Open that link to create the organization and its owner.
        </p>
        <p className="mt-4 text-ink-2">Without a browser, run this on the server:</p>
        <pre className="mt-2 rounded border border-line bg-paper px-3 py-2 font-mono text-sm whitespace-pre-wrap">
          npm run -s grove -- org create NAME --owner-email E
        </pre>
      </main>
    </div>
  );
}
