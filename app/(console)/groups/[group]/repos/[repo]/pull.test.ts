import { expect, it } from 'vitest';
import { pullCommand } from '#app/(console)/groups/[group]/repos/[repo]/pull.ts';

it.each([
  ['https://registry.example.com', '', 'registry.example.com/acme/shop'],
  ['https://registry.example.com:5000/', ':1.2', 'registry.example.com:5000/acme/shop:1.2'],
  ['https://example.com/docker', '@sha256:0f', 'example.com/docker/acme/shop@sha256:0f'],
])('pulls from %s', (url, reference, image) => {
  expect(pullCommand({ url }, { name: 'acme/shop' }, reference)).toBe(`docker pull ${image}`);
});
