import { describe, expect, it } from 'vitest';
import { initialsOf } from '#components/frame/initials.ts';

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada.lovelace@example.com', 'AL'],
    ['ada@acme.example', 'A'],
    ['Ada King, Countess of Lovelace', 'AL'],
    ['jean-luc', 'JL'],
    ['  élise  ', 'É'],
    ['(ops) on-call', 'OC'],
    ['李 小龙', '李小'],
    ['42', '4'],
  ])('%s is %s', (who, initials) => {
    expect(initialsOf(who)).toBe(initials);
  });

  it('is empty without a letter', () => {
    expect(initialsOf('')).toBe('');
    expect(initialsOf('@example.com')).toBe('');
    expect(initialsOf('– –')).toBe('');
  });
});
