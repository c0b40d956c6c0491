import { handleNextAuth } from '#lib/transport/auth/next-auth.ts';

export const dynamic = 'force-dynamic';

export { handleNextAuth as GET, handleNextAuth as POST };
