import { describe, expect, it } from 'vitest';
import { askedFor, following } from './typed-search.ts';

const empty = { text: '', shown: '', asked: [] };

describe('an address that follows', () => {
  it('leaves the keys since then alone', () => {
    const typed = { ...askedFor({ ...empty, text: 'a' }, 'a'), text: 'app' };
    expect(following(typed, 'a', false)).toEqual({ text: 'app', shown: 'a', asked: [] });
  });

  it('may pass over some of what was asked for', () => {
    const typed = ['a', 'ap', 'app'].reduce(askedFor, { ...empty, text: 'apple' });
    expect(following(typed, 'ap', false)).toEqual({ text: 'apple', shown: 'ap', asked: ['app'] });
  });

  it('replaces the text on the way back', () => {
    const typed = { text: 'apple', shown: 'apple', asked: [] };
    expect(following(typed, '', false)).toEqual(empty);
  });

  it('keeps another spelling of the same search', () => {
    const typed = { text: '"Apple"', shown: '', asked: [] };
    expect(following(typed, '=apple', true)).toEqual({ ...typed, shown: '=apple' });
  });
});
