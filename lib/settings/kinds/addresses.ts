/** Addresses of Grove, of other sites, of proxies and of resolvers. */
import { Resolver } from 'node:dns/promises';
import { httpAddress, listOf, notValid, type Kind } from './values.ts';

/** The address of the installation, without a path. */
export const origin: Kind<string> = ({ name, value }) => {
  const url = URL.parse(value);
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    `${url.search}${url.hash}${url.username}${url.password}` === '';
  if (isOrigin) return url.origin;
  const expected = 'be an http or https address without a path, such as https://grove.example.com';
  throw notValid(name, expected, value);
};

/** @throws OperatorError for anything but exact origins: `*` would let any page in. */
export const corsOrigins: Kind<readonly string[]> = ({ name, value }) => {
  const origins = listOf(value);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw notValid(name, 'be origins such as https://portal.example.com', wrong);
};

function isOrigin(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

const proxy = httpAddress('http://proxy.example.com:3128');

/** Other programs take an address without a scheme for one of http. */
export const proxyAddress: Kind<string> = (given) => {
  const { value } = given;
  if (value === '') return '';
  return proxy({ ...given, value: value.includes('://') ? value : `http://${value}` });
};

/** @returns addresses with or without a port; none for the resolvers of the machine. */
export const dnsServers: Kind<string[]> = ({ name, value }) => {
  if (value.trim() === '') return [];
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    const expected =
      'be addresses with commas between them, such as 192.0.2.53,[2001:db8::53]:5353';
    throw notValid(name, expected, value);
  }
  return servers;
};
