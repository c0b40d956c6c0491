import type { Organization } from '#lib/client/system/system.ts';
import { numberText } from '#lib/client/counted.ts';

const COLUMNS = [
  ['groups', 'Groups'],
  ['identities', 'Identities'],
  ['repos', 'Repositories'],
  ['tags', 'Tags'],
  ['advisories', 'Advisories'],
  ['auditEvents', 'Audit events'],
] as const satisfies readonly (readonly [keyof Organization, string])[];

const HEAD = 'border-b border-line py-2 font-medium text-ink-2';

export interface OrganizationsProps {
  organizations: readonly Organization[];
  /** Whether there are more organizations than listed. */
  isCut: boolean;
}

/** The size of each organization. */
export function Organizations({ organizations, isCut }: OrganizationsProps) {
  const names = new Map(organizations.map(({ uid, name }) => [uid, name]));
  return (
    <section aria-labelledby="organizations" className="flex flex-col gap-2">
      <h2 id="organizations" className="text-base font-semibold">
        Organizations
      </h2>
      {organizations.length === 0 ? (
        <p className="text-ink-2">No organizations yet.</p>
      ) : (
        <table
          aria-labelledby="organizations"
          className="w-full border-separate border-spacing-0 text-left max-sm:block"
        >
          <thead className="max-sm:sr-only">
            <tr>
              <th scope="col" className={HEAD}>
                Name
              </th>
              {COLUMNS.map(([field, label]) => (
                <th key={field} scope="col" className={`${HEAD} pl-4 text-right`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {organizations.map((organization) => (
              <Row key={organization.uid} organization={organization} names={names} />
            ))}
          </tbody>
        </table>
      )}
      {isCut && (
        <p className="text-ink-2">Only the first {numberText(organizations.length)} by name.</p>
      )}
    </section>
  );
}

interface RowProps {
  organization: Organization;
  /** Of the organizations, by uid. */
  names: ReadonlyMap<string, string>;
}

function Row({ organization, names }: RowProps) {
  return (
    <tr className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2">
      <th
        scope="row"
        className="max-w-80 border-line py-2 font-medium break-words max-sm:block max-sm:max-w-none max-sm:py-0 sm:border-b"
      >
        {organization.name}
        {organization.foundedBy !== '' && (
          <span className="block text-sm font-normal text-ink-2">
            founded from {names.get(organization.foundedBy) ?? organization.foundedBy}
          </span>
        )}
      </th>
      {COLUMNS.map(([field, label]) => (
        <td
          key={field}
          className="border-line tabular-nums max-sm:mr-3 max-sm:inline-block sm:border-b sm:py-2 sm:pl-4 sm:text-right"
        >
          <span className="text-sm text-ink-2 sm:hidden">{label} </span>
          {numberText(Number(organization[field]))}
        </td>
      ))}
    </tr>
  );
}
