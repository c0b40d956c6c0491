import fc from 'fast-check';
import { valid as readByAnother } from 'purl';
import { expect, it } from 'vitest';
import { placeOf, referenceTo } from './artifacts.ts';
import { canonicalPurl, formatPurl, packageNameOf, parsePurl, purlOfName } from './purl.ts';

it.each([
  ['pkg:golang/github.com/harvester/harvester@v1.2.0', 'github.com/harvester/harvester'],
  ['pkg:golang/example.com/Tool@v1.2.0?goos=linux#cmd/tool', 'example.com/Tool'],
  ['pkg:npm/%40scope/name@1.0.0', '@scope/name'],
  ['pkg:maven/org.example/thing@1.0?type=jar', 'org.example:thing'],
  ['pkg:apk/wolfi/curl@8.1.0-r0?arch=x86_64&distro=wolfi', 'curl'],
  ['pkg:deb/debian/curl@8.1.0-1?distro=debian-12', 'curl'],
  ['pkg:oci/shop@sha256:abc?arch=arm64&repository_url=registry.example.com%2Fshop', 'shop'],
  ['pkg:composer/vendor/package', 'vendor/package'],
])('reads %s and writes it the same', (text, name) => {
  const purl = parsePurl(text);
  expect(purl && formatPurl(purl)).toBe(text);
  expect(purl && packageNameOf(purl)).toBe(name);
  expect(canonicalPurl(readByAnother(text) ?? '')).toBe(text);
});

it.each([
  'pkg:golang//k8s.io/client-go',
  'pkg:golang/k8s.io//client-go',
  'pkg:golang///k8s.io///client-go',
])('reads %s without its empty segments', (text) => {
  const purl = parsePurl(text);
  expect(purl && packageNameOf(purl)).toBe('k8s.io/client-go');
  expect(canonicalPurl(text)).toBe('pkg:golang/k8s.io/client-go');
});

it.each(['', 'curl', 'pkg:', 'pkg:npm', 'pkg:npm/', 'https://example.com/a', 'pkg:npm/%zz'])(
  'is not one: %j',
  (text) => {
    expect(parsePurl(text)).toBeNull();
  },
);

it('names a package as its ecosystem does, there and back', () => {
  const type = fc.constantFrom('golang', 'npm', 'maven', 'apk', 'deb', 'cargo', 'generic');
  const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,6}([/:][a-z][a-z0-9.-]{0,6}){0,2}$/);
  fc.assert(
    fc.property(type, name, (of, given) => {
      expect(packageNameOf(purlOfName(of, given, 'debian'))).toBe(given);
    }),
  );
});

it('keeps type, namespace, qualifiers and subpath where the version changes', () => {
  const text = 'pkg:golang/github.com/harvester/harvester@v1.2.0?goos=linux#cmd/a';
  const { place } = placeOf({ product: text });
  const hints = { purl: parsePurl(text), distribution: '', version: 'v1.3.0' };
  expect(referenceTo(place, hints).product).toBe(text.replace('v1.2.0', 'v1.3.0'));
});
