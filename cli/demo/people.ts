/** The people of the demo organization and the identity providers that they sign in through. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { DemoGroup, Ground } from './groups.ts';
import { lastSeen } from './last-seen.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import type { Random } from './random.ts';
import { after, DAY_MS, workTime } from './times.ts';
import type { Group, Identity, IdentityProvider } from './rows.ts';

const COMPANY_ISSUER = 'https://login.acme.example';
const PARTNER_ISSUER = 'https://id.northwind-freight.example';

/** Drivers and planners of this partner sign in with accounts of their own company. */
const PARTNER_TEAM = 'delivery';

export interface Person {
  row: Identity;
  /** The person's team. */
  team: DemoGroup;
  isLead: boolean;
  isPartner: boolean;
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase();

/** Puts each person in the group of their team. Every team has a lead. */
export function planPeople(random: Random, { groups, now }: Ground, count: number): Person[] {
  const teams = groups.filter(({ level }) => level === 'team');
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const team = teams[index % teams.length] as DemoGroup;
    const isLead = index < teams.length;
    const isPartner = !isLead && team.row.name === PARTNER_TEAM && random.chance(0.6);
    const name = newName(random, taken);
    const start = after(team.row.createTime, DAY_MS / 12);
    const createTime = workTime(random, start, isLead ? after(start, 5 * DAY_MS) : now);
    const row = personRow(random, { name, team: team.row, createTime, now, isPartner });
    return { row, team, isLead, isPartner };
  });
}

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

interface NewPerson {
  name: string;
  team: Group;
  createTime: Date;
  now: Date;
  isPartner: boolean;
}

function personRow(
  random: Random,
  { name, team, createTime, now, isPartner }: NewPerson,
): Identity {
  const domain = isPartner ? 'northwind-freight.example' : 'acme.example';
  return {
    uid: random.childUid(team.uid),
    parent: team.uid,
    name,
    description: isPartner ? 'Northwind Freight' : '',
    ...EXACT_MATCH,
    issuer: isPartner ? PARTNER_ISSUER : COMPANY_ISSUER,
    subject: isPartner ? random.uuid() : `00u${random.text(17, ALPHANUMERIC)}`,
    email: `${plain(name).replaceAll(' ', '.')}@${domain}`,
    emailUnverified: random.chance(0.05),
    blockedTime: null,
    blockedGroup: null,
    blockedBy: null,
    blockReason: '',
    namesSince: null,
    unconfirmedTime: null,
    matchesAnyAccount: null,
    lastSeenTime: lastSeen(random, { createTime, now, isRobot: false }),
    createTime,
    updateTime: createTime,
    revision: 1,
  };
}

const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The unset columns of a literal match of issuer and subject. */
const EXACT_MATCH = {
  issuerPattern: null,
  subjectPattern: null,
  audience: null,
  audiencePattern: null,
  claims: {},
  claimPatterns: {},
} as const;

/**
 * One provider for the company and one for a partner. Their secrets are created when they are
 * written.
 */
export function planProviders(random: Random, { root, groups }: Ground): IdentityProvider[] {
  const partners = groups.find(({ row }) => row.name === PARTNER_TEAM)?.row ?? root;
  const provider = (group: Group, columns: Partial<IdentityProvider>): IdentityProvider => {
    const createTime = workTime(random, group.createTime, after(group.createTime, 4 * DAY_MS));
    return {
      uid: random.childUid(group.uid),
      parent: group.uid,
      name: '',
      description: '',
      defaultRole: null,
      issuer: '',
      clientId: '',
      clientSecret: null,
      additionalScopes: [],
      roleRules: null,
      createTime,
      updateTime: createTime,
      revision: 1,
      ...columns,
    };
  };
  return [
    provider(root, {
      name: 'Acme Login',
      description: 'Everybody who works here',
      issuer: COMPANY_ISSUER,
      clientId: `0oa${random.text(17, ALPHANUMERIC)}`,
      additionalScopes: ['groups'],
    }),
    provider(partners, {
      name: 'Northwind Freight',
      description: 'Planners of our largest carrier',
      issuer: PARTNER_ISSUER,
      defaultRole: builtInRole('registry.viewer').uid,
      clientId: random.uuid(),
    }),
  ];
}
