import { randomInt } from 'node:crypto';
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import type { Organization } from '#lib/service/people/organization.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';
import { planDemo } from './demo/plan.ts';
import { writeDemo } from './demo/write.ts';
import { isByNpm, parse } from './usage.ts';

const NAME = 'acme';
const OWNER_EMAIL = 'ada@acme.example';
const SEED = 'grove';

/** Creates an organization full of example data and prints how to sign in. */
export async function demo(args: string[]): Promise<string> {
  const { values } = parse(args, [], {
    name: { type: 'string', default: NAME },
    'owner-email': { type: 'string', default: OWNER_EMAIL },
    'owner-password': { type: 'string' },
    seed: { type: 'string', default: SEED },
  });
  const { name, seed, 'owner-email': ownerEmail } = values;
  await requireNew(name);
  const ownerPassword = values['owner-password'] ?? newPassword();
  const { identity } = await createOrganization(
    { name, ownerEmail, ownerPassword },
    async (tx, organization) => {
      const start = await rowsOf(tx, organization);
      await writeDemo(tx, planDemo({ seed, now: new Date(), ...start }));
    },
  );
  return report({ name, email: String(identity['email']), password: ownerPassword });
}

/** @throws OperatorError where the name is taken, before anything is made up. */
async function requireNew(name: string): Promise<void> {
  const whereSame = all(is('parent', ''), is('name', name));
  if ((await committed.first('Group', whereSame)) === null) return;
  throw new OperatorError(
    `there already is an organization ${name} in ${config().databaseUrl === undefined ? config().databaseFile : 'the database'}; give another --name and --owner-email, or set GROVE_DATA_DIR to a new folder`,
  );
}

async function rowsOf(tx: Transaction, { group, identity, roleBinding }: Organization) {
  return {
    root: await rowOf(tx, 'Group', group),
    owner: await rowOf(tx, 'Identity', identity),
    ownerBinding: await rowOf(tx, 'RoleBinding', roleBinding),
  };
}

async function rowOf<Type extends ResourceType>(
  tx: Transaction,
  type: Type,
  { uid }: JsonObject,
): Promise<RowOf<Type>> {
  const row = await tx.get(type, String(uid));
  if (row === null) throw new Error(`the ${type} of the organization is missing`);
  return row;
}

/** Leaves out letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

function newPassword(): string {
  const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

function report({ name, email, password }: Record<'name' | 'email' | 'password', string>): string {
  const folder = process.env.GROVE_DATA_DIR ? `GROVE_DATA_DIR=${config().dataDir} ` : '';
  const start = isByNpm() ? `\n\nUnless Grove runs already, start it with: ${folder}npm start` : '';
  return `The organization ${name} is there, with 200 groups and what belongs to them.

  Address   ${config().url}
  E-mail    ${email}
  Password  ${password}${start}`;
}
