/** The base scores of CVSS vectors. */
import cvss from 'ae-cvss-calculator';

interface Vector {
  /** `CVSS_V2`, `CVSS_V3` or `CVSS_V4`. */
  type: string;
  /** The vector. */
  score: string;
}

/** The score from 0 to 10; null for text that is not a vector of that version. */
export function scoreOf({ type, score }: Vector): number | null {
  try {
    const parsed = parserOf(type, score);
    if (parsed === null || !parsed.isBaseFullyDefined()) return null;
    const { overall } = parsed.calculateScores();
    return Number.isFinite(overall) ? overall : null;
  } catch {
    // The library throws various errors for an unknown metric.
    return null;
  }
}

function parserOf(type: string, vector: string) {
  if (type === 'CVSS_V2') return /^(?:AV|\()/.test(vector) ? new cvss.Cvss2(vector) : null;
  if (type === 'CVSS_V4') return vector.startsWith('CVSS:4.0/') ? new cvss.Cvss4P0(vector) : null;
  if (vector.startsWith('CVSS:3.1/')) return new cvss.Cvss3P1(vector);
  return vector.startsWith('CVSS:3.0/') ? new cvss.Cvss3P0(vector) : null;
}
