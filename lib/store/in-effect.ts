/** Which role bindings grant something, apart from blocks of whom they are for. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { all, is } from './predicates.ts';

/** Bindings of those who are still the person that the binding was made for. */
export const whereInEffect = is('unconfirmedTime', null);

/** The bindings that make somebody an owner of the group. */
export const whereOwner = (group: string) =>
  all(is('parent', group), is('roleUid', builtInRole('owner').uid), whereInEffect);
