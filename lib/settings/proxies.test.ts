import { expect, it } from 'vitest';
import { readProxies } from './proxies.ts';

it('reads nothing where no proxy is named', () => {
  expect(readProxies({})).toBeUndefined();
  expect(readProxies({ HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '*' })).toBeUndefined();
});

it('reads a proxy, and what is reached directly', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY: '.example.com' };
  expect(readProxies(env)).toEqual({ ...env, HTTP_PROXY: '' });
});

it.each(['proxy:3128', 'socks5://grove:hunter2@proxy:1080', 'nonsense'])(
  'refuses %s without repeating it',
  (value) => {
    const message = /^(?!.*hunter2)HTTPS_PROXY must be an http or https address/;
    expect(() => readProxies({ HTTPS_PROXY: value })).toThrow(message);
  },
);
