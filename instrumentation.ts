import { isHosted } from '#lib/transport/host/hosted.ts';

/** Next calls it once, before it answers requests. Where `server.ts` is the host, that has done it. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs' || isHosted()) return;
  const { hostUnderNext } = await import('#lib/transport/host/plain-next.ts');
  const { isOperatorError } = await import('#lib/operator-error.ts');
  await hostUnderNext().catch((error: unknown) => {
    console.error(isOperatorError(error) ? `grove: ${error.message}` : error);
    process.exit(1);
  });
}
