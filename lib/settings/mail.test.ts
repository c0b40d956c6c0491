import { expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readMail } from './mail.ts';

const FROM = { GROVE_MAIL_FROM: 'Grove <grove@example.com>' };
const from = { name: 'Grove', address: 'grove@example.com' };

it.each([{}, { GROVE_SMTP_URL: '', GROVE_MAIL_FROM: '' }])('sends nothing with %j', (env) => {
  expect(readMail(settingsOf(env, '/'))).toBeUndefined();
});

it.each([
  [
    'smtp://mail.example.com',
    { host: 'mail.example.com', port: 587, isTls: false, needsStartTls: true },
  ],
  [
    'smtps://mail.example.com/',
    { host: 'mail.example.com', port: 465, isTls: true, needsStartTls: false },
  ],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, isTls: false, needsStartTls: true }],
  ['smtp://[::1]:25', { host: '::1', port: 25, isTls: false, needsStartTls: true }],
  [
    'smtp://grove%40example.com:p%3Aw%2F@mail.example.com',
    {
      host: 'mail.example.com',
      port: 587,
      isTls: false,
      needsStartTls: true,
      credentials: { user: 'grove@example.com', pass: 'p:w/' },
    },
  ],
])('sends through %s', (url, server) => {
  expect(readMail(settingsOf({ ...FROM, GROVE_SMTP_URL: url }, '/'))).toEqual({ ...server, from });
});

it('allows a server without TLS where that is asked for', () => {
  const env = { ...FROM, GROVE_SMTP_URL: 'smtp://127.0.0.1', GROVE_ALLOW_PLAIN_SMTP: '1' };
  expect(readMail(settingsOf(env, '/'))?.needsStartTls).toBe(false);
});

it.each([
  ['grove@example.com', { name: '', address: 'grove@example.com' }],
  ['<grove@example.com>', { name: '', address: 'grove@example.com' }],
  ['Güte & Söhne <g@example.com>', { name: 'Güte & Söhne', address: 'g@example.com' }],
])('sends from %s', (value, sender) => {
  const env = { GROVE_SMTP_URL: 'smtp://localhost', GROVE_MAIL_FROM: value };
  expect(readMail(settingsOf(env, '/'))?.from).toEqual(sender);
});

it.each([
  'mail.example.com',
  'https://u:hunter2@mail.example.com',
  'smtp://',
  'smtp://u:hunter2@',
  'smtp://u:hunter2@mail.example.com/path',
  'smtp://u:hunter2@mail.example.com?tls=no',
  'smtp://u:hunter2@mail.example.com:x',
  'smtp://u:hunter2%@mail.example.com',
  'smtp://u@mail.example.com',
  'smtp://:hunter2@mail.example.com',
])('refuses the server %s, and repeats no password', (url) => {
  expect(() => readMail(settingsOf({ ...FROM, GROVE_SMTP_URL: url }, '/'))).toThrow(
    /^(?!.*hunter2)GROVE_SMTP_URL must be an address such as smtp:/,
  );
});

it.each([
  'grove',
  'Grove',
  'a@b@c',
  'Grove <grove>',
  'Grove <a@example.com>, <b@example.com>',
  'a@example.com,b@example.com',
  'Grove\r\nBcc: <a@example.com>',
  'a@example.com\r\nBcc:b@example.com',
])('refuses the sender %j', (value) => {
  const env = { GROVE_SMTP_URL: 'smtp://localhost', GROVE_MAIL_FROM: value };
  expect(() => readMail(settingsOf(env, '/'))).toThrow(
    'GROVE_MAIL_FROM must be an address such as Grove <',
  );
});

it('needs both', () => {
  expect(() => readMail(settingsOf(FROM, '/'))).toThrow('must be set both, or neither');
  expect(() => readMail(settingsOf({ GROVE_SMTP_URL: 'smtp://localhost' }, '/'))).toThrow(
    'both, or neither',
  );
});
