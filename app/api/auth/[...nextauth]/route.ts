import { handleNextAuth } from '#lib/auth/sign-in-route.ts';

export const dynamic = 'force-dynamic';

export { handleNextAuth as GET, handleNextAuth as POST };
