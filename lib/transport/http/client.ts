import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { clientNetwork } from '#lib/net/networks.ts';

/** The network of the client, whose address the host has noted. */
export const networkOf = (headers: Headers): string =>
  clientNetwork(headers.get(CLIENT_ADDRESS_HEADER) ?? '');

export const clientOf = ({ headers }: Request) => ({
  network: networkOf(headers),
  userAgent: headers.get('user-agent') ?? '',
});
