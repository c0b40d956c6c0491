import { handleAuth } from '#lib/transport/auth/auth.ts';

export const dynamic = 'force-dynamic';

export {
  handleAuth as DELETE,
  handleAuth as GET,
  handleAuth as HEAD,
  handleAuth as OPTIONS,
  handleAuth as PATCH,
  handleAuth as POST,
  handleAuth as PUT,
};
