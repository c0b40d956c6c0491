import { expect, it } from 'vitest';
import { answeredMail, askedMail, emergencyMail } from './requests.ts';

const request = {
  uid: 'a/b/c',
  identity: 'ada\nhttps://evil.example',
  requester: 'bob',
  role: 'editor',
  group: 'payments',
  reason: 'OPS-1\r\nApprove here: https://evil.example',
  duration: 5_400,
  pendingUntil: new Date('2026-11-28T10:00:00Z'),
  expirationTime: null,
  reviewTime: new Date('2026-12-01T10:00:00Z'),
};

it('says what somebody asks for, in lines that no name can add to', () => {
  const { to, text } = askedMail('eve@example.com', request);
  expect(to).toBe('eve@example.com');
  expect(text).toContain('Who: ada https://evil.example\nAsked by: bob\nRole: editor\n');
  expect(text).toContain('For: 1 h 30 min\nReason: OPS-1 Approve here:');
  expect(text).toContain('until 2026-11-28 10:00 UTC');
});

it('links to the page of the request alone', () => {
  for (const mail of [askedMail, answeredMail, emergencyMail]) {
    const links = mail('eve@example.com', { ...request, identity: 'ada', reason: '' }).text.match(
      /https?:[^\s)]+/g,
    );
    expect(links?.every((link) => /^https?:\/\/[^/]+(?:\/requests\/a\.b\.c)?$/.test(link))).toBe(
      true,
    );
  }
});

it('says how it was answered', () => {
  expect(answeredMail('ada@example.com', request).text).toContain('It was denied.');
  const expirationTime = new Date('2026-11-28T12:00:00Z');
  expect(answeredMail('ada@example.com', { ...request, expirationTime }).text).toContain(
    'The access ends at 2026-11-28 12:00 UTC.',
  );
});
