/** What people mean by what they type: pure. */

/** An address without a scheme is one of https: "registry.example.com". */
export const withScheme = (address: string): string =>
  address === '' || address.includes('://') ? address : `https://${address}`;

/** Names of groups have small letters. */
export const lowered = (name: string): string => name.toLowerCase();
