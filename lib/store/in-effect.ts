/**
 * Which role bindings grant something, apart from blocks of whom they are for. One that has a beginning or an end grants its
 * role from the first up to the second, by the clock of the database.
 */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { all, any, is, not, past } from './predicates.ts';

/** Bindings that have an end, and it has come. */
export const whereEnded = past('expirationTime');

/** Bindings that grant their role, or will. */
export const whereNotEnded = any(is('expirationTime', null), not(whereEnded));

const whereBegun = any(is('startTime', null), past('startTime'));

/** Bindings of those who are still the person that the binding was made for, between beginning and end. */
export const whereInEffect = all(is('unconfirmedTime', null), whereBegun, whereNotEnded);

/** Bindings that will be in effect. */
export const whereComing = all(
  is('unconfirmedTime', null),
  not(is('startTime', null)),
  not(past('startTime')),
);

/** Bindings that have begun, and do not end by themselves. */
export const whereLasting = all(whereBegun, is('expirationTime', null));

/** The bindings that make somebody an owner of the group. */
export const whereOwner = (group: string) =>
  all(is('parent', group), is('roleUid', builtInRole('owner').uid), whereInEffect);

/** Those of them that do not end by themselves. */
export const whereLastingOwner = (group: string) => all(whereOwner(group), whereLasting);
