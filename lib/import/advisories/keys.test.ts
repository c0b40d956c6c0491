import { expect, it } from 'vitest';
import { placeOf } from '#lib/advisory-formats/artifacts.ts';
import { placeKey, wholeKey } from './keys.ts';

it('takes a component for the same whatever its type, and another name for another one', () => {
  const of = (subcomponent: string) =>
    placeOf({ product: 'pkg:oci/app?repository_url=ghcr.io/acme', subcomponent }).place;
  const [debian, generic, other] = ['pkg:deb/debian/zlib', 'pkg:generic/zlib', 'zlib2'].map(of);
  expect(debian?.componentType).not.toBe(generic?.componentType);
  expect(placeKey(debian!)).toBe(placeKey(generic!));
  expect(placeKey(debian!)).not.toBe(placeKey(other!));
  const advisoryId = 'CVE-2024-1';
  expect(wholeKey({ ...debian!, advisoryId })).toBe(wholeKey({ ...generic!, advisoryId }));
});
