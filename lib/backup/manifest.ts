/** What a backup says of itself, and is held to when it is restored. */
import { z } from 'zod';

/** The format that this program writes. A change that older programs cannot read raises it. */
export const FORMAT = 1;

export const KIND = 'grove-backup';

const salt = z.base64url();

const locked = z.discriminatedUnion('with', [
  z.object({ with: z.literal('passphrase'), salt }),
  z.object({ with: z.literal('GROVE_ENCRYPTION_KEY'), keyId: z.string(), salt }),
]);

export type Locked = z.infer<typeof locked>;

/** What can be read of a backup of any format. */
export const anyManifest = z.object({ kind: z.literal(KIND), format: z.int().min(1) });

export const manifestSchema = z.object({
  kind: z.literal(KIND),
  format: z.literal(FORMAT),
  grove: z.string(),
  engine: z.literal('sqlite'),
  createTime: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  counts: z.record(z.string(), z.int().min(0)),
  database: z.object({ bytes: z.int().min(0), sha256: z.hex().length(64) }),
  keys: locked,
});

export type Manifest = z.infer<typeof manifestSchema>;
