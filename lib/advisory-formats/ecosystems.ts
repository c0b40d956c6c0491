/**
 * Between OSV's ecosystems and what scanners call a component of one.
 *
 * @see https://ossf.github.io/osv-schema/#defined-ecosystems
 */

const COMPONENT_TYPES: Readonly<Record<string, string>> = {
  Go: 'go-module',
  npm: 'npm',
  PyPI: 'python',
  Maven: 'java-archive',
  RubyGems: 'gem',
  'crates.io': 'rust-crate',
  NuGet: 'dotnet',
  Packagist: 'php-composer',
  Pub: 'dart-pub',
  Hex: 'hex',
  Hackage: 'hackage',
  GIT: 'git',
};

const ECOSYSTEMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COMPONENT_TYPES).map(([ecosystem, type]) => [type, ecosystem]),
);

/** Distributions whose packages are apk. */
const APK = ['Alpine', 'Chainguard', 'MinimOS', 'Wolfi'];

/** Those that do not name a release have no colon. */
const withoutRelease = (ecosystem: string) => ecosystem.split(':', 1)[0] ?? '';

/** Other ecosystems than those that scanners have a name for keep theirs. */
export function componentTypeOf(ecosystem: string): string {
  const base = withoutRelease(ecosystem);
  return COMPONENT_TYPES[base] ?? base;
}

export function artifactTypeOf(ecosystem: string): 'apk' | 'library' {
  return APK.includes(withoutRelease(ecosystem)) ? 'apk' : 'library';
}

/** Undefined where OSV has no name for it. */
export function ecosystemOf(artifact: {
  advisoryId: string;
  artifactType: string;
  componentType: string;
  componentLocation: string;
}): string | undefined {
  const { advisoryId, artifactType, componentType, componentLocation } = artifact;
  if (componentType !== '' && componentTypeOf(componentLocation) === componentType) {
    return componentLocation;
  }
  const known = ECOSYSTEMS[componentType];
  if (known !== undefined) return known;
  if (componentType === 'apk' || (componentType === '' && artifactType === 'apk')) {
    return advisoryId.startsWith('CGA-') ? 'Chainguard' : 'Alpine';
  }
  // Types that stand for an ecosystem begin with a capital letter, as nearly all of those do.
  return /^[A-Z]/.test(componentType) ? componentType : undefined;
}
