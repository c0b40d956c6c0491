import { expect, it } from 'vitest';
import { CONNECTIONS, takeConnection } from './connections.ts';

const settled = () => new Promise(setImmediate);

/** Asks for connections of a share. @returns how many it has by now, and what ends all of them. */
function ask(share: string, urls: readonly string[]) {
  const ends: (() => void)[] = [];
  const left = new AbortController();
  const taken = urls.map((url) =>
    takeConnection(share, url, left.signal).then(
      (end) => ends.push(end),
      () => 0,
    ),
  );
  return {
    count: () => ends.length,
    async end() {
      left.abort();
      await Promise.all(taken);
      for (const end of ends) end();
    },
  };
}

const hosts = (count: number) =>
  Array.from({ length: count }, (_none, index) => `https://h${index}.example/`);

it('leaves connections to other organizations, however many hosts one sends to', async () => {
  const one = ask('a', hosts(200));
  await settled();
  expect(one.count()).toBe(CONNECTIONS.ofShare);
  const other = ask('b', ['https://other.example/']);
  await settled();
  expect(other.count()).toBe(1);
  await Promise.all([one.end(), other.end()]);
});

it('takes few connections to a host, whatever the port and whoever asks, in turn', async () => {
  const ports = [1, 2, 3, 4, 5, 6].map((port) => `https://victim.example:${port}/`);
  const one = ask('a', [...ports, 'https://victim.example./', ...hosts(1)]);
  await settled();
  expect(one.count()).toBe(CONNECTIONS.toHost + 1);
  const other = ask('b', ['https://victim.example/']);
  await settled();
  expect(other.count()).toBe(0);
  await one.end();
  await settled();
  expect(other.count()).toBe(1);
  await other.end();
});
