/** What an event offers to take back, before the server is asked. */
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { auditNoun, entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

/** The words of the button, and of the message after it. */
export interface Offer {
  label: string;
  done: string;
  isDanger?: true;
}

const OFFERS: Readonly<Record<string, Offer>> = {
  update: { label: 'Put back', done: 'Put back' },
  delete: { label: 'Put back', done: 'Put back' },
  block: { label: 'Unblock', done: 'Unblocked' },
  unblock: { label: 'Block again', done: 'Blocked again' },
  create: { label: 'Take back', done: 'Taken back', isDanger: true },
};

const CHANGED: readonly string[] = RESOURCE_TYPES.filter((type) =>
  entryOf(type).verbs.includes('create'),
).map(auditNoun);

/** Null for an event that changed no resource which somebody can change. */
export function offerOf({ type, operation, result }: AuditEvent): Offer | null {
  const [, , noun = ''] = type.split('.');
  return result === 'OK' && CHANGED.includes(noun) ? (OFFERS[operation] ?? null) : null;
}

/** Whether no record has a part of the resource, which whoever puts it back may give. */
export const hasSecret = ({ type }: AuditEvent): boolean =>
  type.startsWith('grove.iam.identity_provider.') ||
  type.startsWith('grove.registry.registry_source.');
