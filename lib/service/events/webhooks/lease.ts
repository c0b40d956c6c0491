/** The right of one process of an installation to deliver events. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';

const KEY = 'event-delivery';
/** In looks for events. */
const TICKS = 15;

const held = z.strictObject({ holder: z.string(), until: z.number() });

const read = async (tx: Transaction) => {
  const setting = await tx.first('Setting', is('key', KEY));
  return setting === null ? null : held.parse(JSON.parse(setting.value));
};

const put = (tx: Transaction, lease: z.infer<typeof held>) =>
  tx.put('Setting', { key: KEY, value: JSON.stringify(lease) });

/** The lease of this process. */
export function deliveryLease() {
  const holder = randomUUID();
  const lengthMs = TICKS * config().pace.deliveryTickMs;
  /** One that ends much later is from before the clock went back. Clocks may differ by less. */
  const isValid = (lease: { until: number }, now: number) =>
    lease.until > now && lease.until < now + 2 * lengthMs;
  let until = 0;
  return {
    /** Takes or renews it. False while another process has it. */
    async hold(): Promise<boolean> {
      const now = Date.now();
      const left = until - now;
      if (left > (lengthMs * 2) / 3 && left <= lengthMs) return true;
      const isHeld = await transaction(async (tx) => {
        const lease = await read(tx);
        if (lease !== null && lease.holder !== holder && isValid(lease, now)) return false;
        await put(tx, { holder, until: now + lengthMs });
        return true;
      });
      until = isHeld ? now + lengthMs : 0;
      return isHeld;
    },
    /** Another process need not wait. */
    async release(): Promise<void> {
      if (until === 0) return;
      await transaction(async (tx) => {
        if ((await read(tx))?.holder === holder) await put(tx, { holder, until: 0 });
      });
    },
  };
}
