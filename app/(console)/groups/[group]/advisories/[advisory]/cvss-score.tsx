import { scoreOf } from '#lib/advisory-formats/cvss.ts';

/** The score of a CVSS vector; renders nothing if the text is not a vector. */
export default function CvssScore(vector: { type: string; score: string }) {
  return scoreOf(vector)?.toFixed(1);
}
