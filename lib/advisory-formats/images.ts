/** The name of an image in its package URL. */
import { packageNameOf, type Purl } from './purl.ts';

/**
 * The address of the repository, with its name. Both `repository_url=registry.example/shop` and
 * `repository_url=registry.example` are in use for the image `shop`.
 */
export function imageNameOf(purl: Purl): string {
  const name = packageNameOf(purl);
  const address = purl.qualifiers['repository_url']?.replace(/\/+$/, '') ?? '';
  if (address === '') return name;
  const isNamed = `/${address}`.toLowerCase().endsWith(`/${name.toLowerCase()}`);
  return isNamed ? address : `${address}/${name}`;
}
