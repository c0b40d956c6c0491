import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrCodeOf } from './qr-code.ts';

const SCALE = 4;

/** The picture as a camera sees it: white, with what the last path draws in black. */
function pixelsOf(svg: string) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, move, right, down] of svg.matchAll(/([Mm])(-?\d+) ?(-?\d+)h1v1[Hh]-?\d+Z/g)) {
    x = Number(right) + (move === 'm' ? x : 0);
    y = Number(down) + (move === 'm' ? y : 0);
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1) {
      const start = row * width + x * SCALE;
      for (let at = start; at < start + SCALE; at += 1) data.set([0, 0, 0], at * 4);
    }
  }
  return { width, height: width, data };
}

it.each(['otpauth://totp/Grove:ada%40example.com?secret=ABC', 'x'.repeat(500)])(
  'can be read: %s',
  (text) => {
    expect(decodeQR(pixelsOf(qrCodeOf(text)))).toBe(text);
  },
);
