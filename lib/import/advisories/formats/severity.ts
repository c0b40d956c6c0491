/** Computes the severity of a vulnerability from its CVSS vectors. */
import cvss from 'ae-cvss-calculator';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import type { ImportedSeverity } from '#lib/import/advisories/types.ts';

type VectorType = ImportedSeverity['type'];

/** The newest version that has a vector decides. */
const PREFERENCE: readonly VectorType[] = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2'];

/** A database's vectors repeat; scoring one of version 4 costs a tenth of a millisecond. */
const scores = new Map<string, number | null>();
const MAX_REMEMBERED = 10_000;

/** The score from 0 to 10; null for text that is not a vector of that version. */
export function scoreOf({ type, score }: ImportedSeverity): number | null {
  const key = `${type} ${score}`;
  const known = scores.get(key);
  if (known !== undefined) return known;
  if (scores.size >= MAX_REMEMBERED) scores.clear();
  const value = computeScore(type, score);
  scores.set(key, value);
  return value;
}

function computeScore(type: VectorType, vector: string): number | null {
  try {
    const parsed = parserOf(type, vector);
    if (parsed === null || !parsed.isBaseFullyDefined()) return null;
    const { overall } = parsed.calculateScores();
    return Number.isFinite(overall) ? overall : null;
  } catch {
    // The library throws various errors for an unknown metric.
    return null;
  }
}

function parserOf(type: VectorType, vector: string) {
  if (type === 'CVSS_V2') return /^(?:AV|\()/.test(vector) ? new cvss.Cvss2(vector) : null;
  if (type === 'CVSS_V4') return vector.startsWith('CVSS:4.0/') ? new cvss.Cvss4P0(vector) : null;
  if (vector.startsWith('CVSS:3.1/')) return new cvss.Cvss3P1(vector);
  return vector.startsWith('CVSS:3.0/') ? new cvss.Cvss3P0(vector) : null;
}

/** Index into SEVERITIES. Version 2 has nothing above high. */
function rankOf(type: VectorType, score: number): number {
  if (score <= 0) return 0;
  if (score < 4) return 1;
  if (score < 7) return 2;
  return score < 9 || type === 'CVSS_V2' ? 3 : 4;
}

/** Index into SEVERITIES; 0 without a usable vector. */
export function severityOf(severities: readonly ImportedSeverity[]): number {
  for (const type of PREFERENCE) {
    for (const severity of severities.filter((candidate) => candidate.type === type)) {
      const score = scoreOf(severity);
      if (score !== null) return rankOf(type, score);
    }
  }
  return 0;
}

const WORDS: Readonly<Record<string, (typeof SEVERITIES)[number]>> = {
  NEGLIGIBLE: 'LOW',
  UNIMPORTANT: 'LOW',
  LOW: 'LOW',
  MINOR: 'LOW',
  MODERATE: 'MEDIUM',
  MEDIUM: 'MEDIUM',
  IMPORTANT: 'HIGH',
  HIGH: 'HIGH',
  CRITICAL: 'CRITICAL',
};

/** Index into SEVERITIES of a word such as `moderate`; 0 for an unknown word. */
export function severityOfWord(word: string): number {
  return SEVERITIES.indexOf(WORDS[word.toUpperCase()] ?? SEVERITIES[0]);
}
