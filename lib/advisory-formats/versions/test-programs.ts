/** The programs of ecosystems, asked how they compare versions. */
import { spawnSync } from 'node:child_process';
import { hasVersionProgram, VERSION_PROGRAMS } from '../../../scripts/lib/test-programs.mjs';

type Pair = readonly [string, string];

/** -1, 0 or 1; null where the program refuses one of the two. */
type Answer = number | null;

const [RUBY] = VERSION_PROGRAMS.RubyGems;
const [PYTHON] = VERSION_PROGRAMS.PyPI;
const [PHP, COMPOSER] = VERSION_PROGRAMS.Packagist;
const [JAVA, MAVEN] = VERSION_PROGRAMS.Maven;

const RUBYGEMS = `STDIN.each_line do |line|
  a, b = line.chomp.split("\\t")
  puts(begin; Gem::Version.new(a) <=> Gem::Version.new(b); rescue ArgumentError; "x"; end)
end`;

const PACKAGING = `import sys
from packaging.version import InvalidVersion, Version
for line in sys.stdin:
    try:
        a, b = map(Version, line.rstrip("\\n").split("\\t"))
        print((a > b) - (a < b))
    except InvalidVersion:
        print("x")`;

const RPM = `import rpm, sys
def parts(text):
    epoch, _, rest = text.rpartition(":")
    version, _, release = rest.rpartition("-") if "-" in rest else (rest, "", "")
    return (epoch or "0", version, release or None)
for line in sys.stdin:
    a, b = map(parts, line.rstrip("\\n").split("\\t"))
    try:
        print(rpm.labelCompare(a, b))
    except ValueError:
        print("x")`;

const PHP_SEMVER = `require "${COMPOSER}";
$parser = new Composer\\Semver\\VersionParser;
while (($line = fgets(STDIN)) !== false) {
  [$a, $b] = explode("\\t", rtrim($line, "\\n"));
  try { echo version_compare($parser->normalize($a), $parser->normalize($b)), "\\n"; }
  catch (UnexpectedValueException $e) { echo "x\\n"; }
}`;

const DPKG = `while read -r a b; do
  if dpkg --compare-versions "$a" lt "$b" 2>&1 | grep -q 'error:'; then echo x
  elif dpkg --compare-versions "$a" lt "$b" 2>/dev/null; then echo -1
  elif dpkg --compare-versions "$a" gt "$b" 2>/dev/null; then echo 1
  else echo 0; fi
done`;

const answer = (text: string): Answer => (text === 'x' ? null : Number(text));

const lineByLine = (program: string, args: readonly string[]) => (pairs: readonly Pair[]) =>
  linesOf(program, args, pairs.map((pair) => `${pair.join('\t')}\n`).join('')).map(answer);

function linesOf(program: string, args: readonly string[], input: string): string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd().split('\n');
}

/** It compares each of its arguments with the next one. */
function askMaven(pairs: readonly Pair[]): Answer[] {
  const lines = linesOf(JAVA, ['-jar', MAVEN, ...pairs.flat()], '');
  const signs = lines.flatMap((line) => /^ {3}\S+ (<|==|>) \S+$/.exec(line)?.[1] ?? []);
  return pairs.map((_, at) => ['<', '==', '>'].indexOf(signs[2 * at] ?? '') - 1);
}

const PROGRAMS: Readonly<Record<string, (pairs: readonly Pair[]) => Answer[]>> = {
  Debian: lineByLine('/bin/sh', ['-c', DPKG]),
  Maven: askMaven,
  Packagist: lineByLine(PHP, ['-r', PHP_SEMVER]),
  PyPI: lineByLine(PYTHON, ['-c', PACKAGING]),
  'Red Hat': lineByLine(PYTHON, ['-c', RPM]),
  RubyGems: lineByLine(RUBY, ['-e', RUBYGEMS]),
};

/** Those that are installed, by their ecosystem. */
export const installedPrograms = () =>
  Object.entries(PROGRAMS)
    .map(([ecosystem, ask]) => ({ ecosystem, ask }))
    .filter(({ ecosystem }) => hasVersionProgram(ecosystem));
