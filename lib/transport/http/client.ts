import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { clientNetwork } from '#lib/net/networks.ts';

export const clientOf = ({ headers }: Request) => ({
  network: clientNetwork(headers.get(CLIENT_ADDRESS_HEADER) ?? ''),
  userAgent: headers.get('user-agent') ?? '',
});
