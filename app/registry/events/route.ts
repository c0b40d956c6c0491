import { handleEvents } from '#lib/transport/rest/registry-events.ts';

export const dynamic = 'force-dynamic';

export {
  handleEvents as DELETE,
  handleEvents as GET,
  handleEvents as HEAD,
  handleEvents as OPTIONS,
  handleEvents as PATCH,
  handleEvents as POST,
  handleEvents as PUT,
};
