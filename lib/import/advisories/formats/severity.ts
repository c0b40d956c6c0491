/** Computes the severity of a vulnerability from its CVSS vectors. */
import { scoreOf } from '#lib/advisory-formats/cvss.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import type { ImportedSeverity } from '#lib/import/advisories/types.ts';

type VectorType = ImportedSeverity['type'];

/** The newest version that has a vector decides. */
const PREFERENCE: readonly VectorType[] = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2'];

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
