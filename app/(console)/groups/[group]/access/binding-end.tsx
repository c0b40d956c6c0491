'use client';

import { later } from '#components/ui/later.tsx';
import type { Times } from '#lib/client/access/binding-times.ts';

const BindingEndText = later(
  () => import('#app/(console)/groups/[group]/access/binding-end-text.tsx'),
);

/** "ends in 5 h", "ended 3 h ago" or "begins in 2 d"; nothing for a binding that always grants its role. */
export const BindingEnd = ({ binding }: { binding: Times }) =>
  (binding.startTime ?? binding.expirationTime) && <BindingEndText binding={binding} />;
