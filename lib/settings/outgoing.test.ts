import { expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readProxies } from './outgoing.ts';

it('reads nothing where no proxy is named', () => {
  expect(readProxies(settingsOf({}, '/'))).toBeUndefined();
  expect(
    readProxies(settingsOf({ HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '*' }, '/')),
  ).toBeUndefined();
});

it('reads a proxy, and what is reached directly', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY: '.example.com' };
  expect(readProxies(settingsOf(env, '/'))).toEqual({ ...env, HTTP_PROXY: '' });
});

it('reads the names in small letters as well, and before the others', () => {
  const env = { https_proxy: 'http://small:3128', no_proxy: 'localhost' };
  const read = { HTTP_PROXY: '', HTTPS_PROXY: 'http://small:3128', NO_PROXY: 'localhost' };
  expect(readProxies(settingsOf(env, '/'))).toEqual(read);
  expect(
    readProxies(settingsOf({ ...env, HTTPS_PROXY: 'http://large:3128', NO_PROXY: '*' }, '/')),
  ).toEqual(read);
  expect(() => readProxies(settingsOf({ http_proxy: 'ftp://proxy' }, '/'))).toThrow(
    /^http_proxy must be an http/,
  );
});

it.each(['proxy:3128', 'proxy', 'grove:hunter2@proxy.example.com:3128', '127.0.0.1:3128'])(
  'takes %s for an http address, as other programs do',
  (value) => {
    const proxies = readProxies(settingsOf({ https_proxy: value }, '/'));
    expect(proxies).toMatchObject({ HTTPS_PROXY: `http://${value}` });
  },
);

it.each(['proxy:port', 'socks5://grove:hunter2@proxy:1080', 'no address'])(
  'refuses %s without repeating it',
  (value) => {
    const message = /^(?!.*hunter2)HTTPS_PROXY must be an http or https address/;
    expect(() => readProxies(settingsOf({ HTTPS_PROXY: value }, '/'))).toThrow(message);
  },
);
