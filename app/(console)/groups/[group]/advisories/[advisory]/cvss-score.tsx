import { scoreOf } from '#lib/advisory-formats/cvss.ts';

/** The score that a vector stands for; nothing where it is no vector. */
export default function CvssScore(vector: { type: string; score: string }) {
  return scoreOf(vector)?.toFixed(1);
}
