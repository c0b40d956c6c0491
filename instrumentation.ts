import { isHosted } from '#lib/transport/host/hosted.ts';

/** Next calls it once, before it answers requests. Where `server.ts` is the host, that has done it. */
export async function register(): Promise<void> {
  // Written so that Next leaves the import out of what it builds for another runtime.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    if (isHosted()) return;
    const { hostUnderNext } = await import('#lib/transport/host/plain-next.ts');
    await hostUnderNext();
  }
}
