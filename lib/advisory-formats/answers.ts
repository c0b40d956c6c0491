/**
 * Whether a vulnerability that affects a product gets a fix. Each format has its own words for it, and they
 * mean the same whatever wrote them.
 */
import type { Kind } from './statements.ts';

/** That there is a fix. A supplier who says so may leave some versions without it. */
const HAS_FIX = ['vendor fix', 'update', 'rollback'];

const NO_FIX_PLANNED = [
  'no fix planned',
  'no fix is planned',
  'fix not planned',
  'will not fix',
  "won't fix",
  'wont fix',
  'wontfix',
  'can not fix',
  'cannot fix',
];

const FIX_AWAITED = [
  'fix planned',
  'pending upstream fix',
  'awaiting upstream fix',
  'a fix is awaited from upstream',
];

/** The word as people write it: `will_not_fix` and `Will not fix.` are the same. */
const plain = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/^ /, '')
    .replace(/[ .]{1,3}$/, '');

/** No word of these is longer. */
const LONGEST = 40;

/** The kind of event of an affected product. @param words codes of the format, or a whole text. */
export function kindOfAnswer(words: readonly string[]): Kind {
  const spoken = new Set(words.filter(({ length }) => length <= LONGEST).map(plain));
  const isSaid = (one: string) => spoken.has(one);
  if (HAS_FIX.some(isSaid)) return 'truePositiveDetermination';
  if (NO_FIX_PLANNED.some(isSaid)) return 'fixNotPlanned';
  return FIX_AWAITED.some(isSaid) ? 'pendingUpstreamFix' : 'truePositiveDetermination';
}
