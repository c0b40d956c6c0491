import { GitCompareArrows } from 'lucide-react';
import { countText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { ButtonLink, Link } from '#components/ui/buttons/link.tsx';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { compareRolesPath, rolePath } from '#lib/client/paths.ts';

/** The roles that every installation has. They belong to no group and can be bound in any. */
export function BuiltInRoles({ group }: { group: string }) {
  return (
    <section aria-labelledby="built-in-roles" className="flex flex-col gap-2 pt-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="built-in-roles" className="text-base font-semibold">
          Built-in roles
        </h2>
        <ButtonLink href={compareRolesPath(group)} icon={GitCompareArrows} size="sm">
          Compare roles
        </ButtonLink>
      </div>
      <ul className="border-t border-line text-sm">
        {BUILT_IN_ROLES.map((role) => (
          <li
            key={role.uid}
            className="flex min-h-(--row) flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-2 py-1.5"
          >
            <span className="flex items-center gap-2 sm:w-[24%]">
              <Link href={rolePath(role.uid, group)} className="font-medium">
                {role.name}
              </Link>
              <Badge>Built-in</Badge>
            </span>
            <span className="min-w-0 flex-1 text-ink-2 max-sm:order-1 max-sm:basis-full">
              {role.purpose}
            </span>
            <span className="ml-auto text-ink-2 tabular-nums">
              {countText({ capabilities: [...role.capabilities] })} capabilities
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
