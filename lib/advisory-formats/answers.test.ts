import { expect, it } from 'vitest';
import { kindOfAnswer } from './answers.ts';

it.each([
  ['will_not_fix', 'fixNotPlanned'],
  ['Will not fix.', 'fixNotPlanned'],
  [' WON’T FIX ', 'fixNotPlanned'],
  ['No fix is planned.', 'fixNotPlanned'],
  ['no_fix_planned', 'fixNotPlanned'],
  ['fix-not-planned', 'fixNotPlanned'],
  ['A fix is awaited from upstream.', 'pendingUpstreamFix'],
  ['none_available', 'truePositiveDetermination'],
  ['We will not fix this before Monday.', 'truePositiveDetermination'],
  ['', 'truePositiveDetermination'],
])('%j means %s', (word, kind) => {
  expect(kindOfAnswer([word])).toBe(kind);
});

it('is not without a fix where there is one for some versions', () => {
  expect(kindOfAnswer(['no_fix_planned', 'vendor_fix'])).toBe('truePositiveDetermination');
});
