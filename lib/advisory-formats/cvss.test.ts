/** Scores of random vectors, compared with those of another library. */
import { calculateBaseScore } from 'cvss4';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scoreOf } from './cvss.ts';

const METRICS_3 = 'AV:NALP AC:LH PR:NLH UI:NR S:UC C:NLH I:NLH A:NLH';
const METRICS_4 = 'AV:NALP AC:LH AT:NP PR:NLH UI:NPA VC:HLN VI:HLN VA:HLN SC:HLN SI:HLN SA:HLN';

const vectorOf = (version: string, metrics: string) =>
  fc
    .tuple(
      ...[...metrics.matchAll(/(\w+):(\w+)/g)].map(([, name, values = '']) =>
        fc.constantFrom(...values).map((value) => `/${name}:${value}`),
      ),
    )
    .map((parts) => `CVSS:${version}${parts.join('')}`);

it.each([
  ['3.0', METRICS_3, 0],
  ['3.1', METRICS_3, 0],
  // The other library rounds some halves down, since 5.65 is a little less in binary.
  ['4.0', METRICS_4, 0.1],
])('scores CVSS %s as another library does', (version, metrics, most) => {
  fc.assert(
    fc.property(vectorOf(version, metrics), (score) => {
      const difference =
        (scoreOf({ type: `CVSS_V${version[0]}`, score }) ?? NaN) - calculateBaseScore(score);
      expect(Math.round(difference * 10) / 10).toBeLessThanOrEqual(most);
      expect(difference).toBeGreaterThanOrEqual(0);
    }),
  );
});
