import { describe, expect, it } from 'vitest';
import { domainName, domainOfEmail } from './domain-names.ts';

describe('domainName', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['mail。example.com', 'mail.example.com'],
    ['3com.example', '3com.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ])('takes %s for %s', (text, name) => {
    expect(domainName(text)).toBe(name);
    expect(domainName(name)).toBe(name);
  });

  it.each([
    '',
    'localhost',
    'example.com.',
    '.example.com',
    'a..example',
    '@example.com',
    'ada@example.com',
    'https://example.com',
    'example.com:25',
    'example%2ecom',
    '*.example.com',
    'exa mple.com',
    '-a.example',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('refuses %j', (text) => {
    expect(domainName(text)).toBeNull();
  });
});

describe('domainOfEmail', () => {
  it('is what follows the last @', () => {
    expect(domainOfEmail('Ada@Example.com')).toBe('example.com');
    expect(domainOfEmail('"a@evil.example"@example.com')).toBe('example.com');
    expect(domainOfEmail('example.com')).toBeNull();
  });
});
