import { describe, expect, it } from 'vitest';
import {
  description,
  int64,
  issuerProblem,
  name,
  text,
  shortened,
  durationSeconds,
} from './fields.ts';

describe('issuers', () => {
  it.each([
    'https://issuer.example',
    'https://issuer.example/',
    'https://issuer.example:8443/realms/a%20b',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.1.2.3:80/x',
    'http://[::1]:4000',
  ])('takes %s', (issuer) => expect(issuerProblem(issuer)).toBeNull());

  it.each([
    ['', 'must be an https URL'],
    ['issuer.example', 'must be an https URL'],
    ['//issuer.example', 'must be an https URL'],
    ['ftp://issuer.example', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['HTTPS://issuer.example', 'must be an https URL'],
    [' https://issuer.example', 'must be an https URL'],
    ['https://', 'must be an https URL'],
    ['https://issuer.ex\tample', 'must be an https URL'],
    ['https://issuer.example/ a', 'must be an https URL'],
    ['http://issuer.example', 'must be an https URL; http is for loopback hosts only'],
    ['http://localhost.example', 'must be an https URL; http is for loopback hosts only'],
    ['http://127.0.0.1.example', 'must be an https URL; http is for loopback hosts only'],
    ['http://0.0.0.0', 'must be an https URL; http is for loopback hosts only'],
    ['https://issuer.example?', 'must not have a query or a fragment'],
    ['https://issuer.example?a=b', 'must not have a query or a fragment'],
    ['https://issuer.example#', 'must not have a query or a fragment'],
    ['https://user@issuer.example', 'must not carry credentials'],
    ['https://:secret@issuer.example', 'must not carry credentials'],
    [`https://issuer.example/${'a'.repeat(2048)}`, 'must be at most 2048 characters long'],
  ])('refuses %j', (issuer, problem) => expect(issuerProblem(issuer)).toBe(problem));
});

describe('texts', () => {
  it('counts characters, not UTF-16 units', () => {
    expect(name.safeParse('😀'.repeat(128)).success).toBe(true);
    expect(name.safeParse('😀'.repeat(129)).success).toBe(false);
    expect(name.safeParse('').success).toBe(false);
    expect(description.safeParse('é'.repeat(1024)).success).toBe(true);
    expect(description.safeParse('é'.repeat(1025)).success).toBe(false);
    expect(text(0, 3).safeParse('').success).toBe(true);
  });
});

describe('64-bit integers', () => {
  it.each([
    ['7', '7'],
    [7, '7'],
    ['007', '7'],
    ['9223372036854775807', '9223372036854775807'],
  ])('takes %j', (given, kept) => expect(int64.parse(given)).toBe(kept));

  it.each([
    '',
    '-1',
    '1.5',
    '1e3',
    '٧',
    -1,
    1.5,
    Number.NaN,
    2 ** 53,
    1e21,
    null,
    true,
    '9223372036854775808',
  ])('refuses %j', (given) => expect(int64.safeParse(given).success).toBe(false));
});

describe('durations', () => {
  it.each([
    ['60s', 60],
    ['0.5s', 0.5],
    ['604800s', 604_800],
    ['60', Number.NaN],
    ['-60s', Number.NaN],
    ['1e3s', Number.NaN],
    ['60 s', Number.NaN],
    ['1m', Number.NaN],
    ['', Number.NaN],
    ['s', Number.NaN],
    ['.5s', Number.NaN],
  ])('reads %j', (given, seconds) => expect(durationSeconds(given)).toBe(seconds));
});

describe('shortened', () => {
  it('makes a name of any text', () => {
    expect(shortened('short', ' (2)')).toBe('short (2)');
    expect(name.safeParse(shortened('😀'.repeat(254), ' (2)')).success).toBe(true);
    expect([...shortened('a'.repeat(254), ' (2)')]).toHaveLength(128);
  });
});
