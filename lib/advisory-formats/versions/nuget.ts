/**
 * The order of NuGet versions: SemVer with up to four numbers, regardless of the case.
 *
 * @see https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
 */
import { compareAs } from './semver.ts';

const VERSION = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+.*)?$/i;

/** Letters beyond ASCII stay, so that they are refused. */
const lowered = (version: string) => version.replace(/[A-Z]+/g, (text) => text.toLowerCase());

/** Null for text that is not such a version. */
export const compareNuget = (a: string, b: string): number | null =>
  compareAs(VERSION, lowered(a), lowered(b));
