/** Converts an identity provider to form values and back. */
import { ApiRequestError } from '#lib/client/api.ts';
import {
  rowsOf,
  type RuleRow,
  rulesOf,
} from '#app/(console)/groups/[group]/providers/rule-values.ts';
import { parentUid } from '#lib/client/paths.ts';
import type { IdentityProvider, ResourceChange } from '#lib/client/resources/resources.ts';

export interface ProviderValues {
  name: string;
  description: string;
  defaultRole?: string;
  oidc: {
    issuer: string;
    clientId: string;
    /** Empty keeps the stored secret; undefined removes it. The API never returns the secret. */
    clientSecret?: string;
    /** Separated by spaces, as in OAuth. */
    additionalScopes: string;
  };
  roleRules: RuleRow[];
}

const SCOPES = 'oidc.additionalScopes';

export const NEW_PROVIDER: ProviderValues = {
  name: '',
  description: '',
  oidc: { issuer: '', clientId: '', clientSecret: '', additionalScopes: '' },
  roleRules: [],
};

export function valuesOf(provider: IdentityProvider): ProviderValues {
  const { uid, name, description, defaultRole, oidc, roleRules } = provider;
  return {
    name,
    description,
    ...(defaultRole !== undefined && { defaultRole }),
    oidc: {
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      clientSecret: '',
      additionalScopes: oidc.additionalScopes.join(' '),
    },
    roleRules: rowsOf(roleRules, parentUid(uid) ?? ''),
  };
}

type Body = Partial<Omit<ProviderValues, 'oidc'>> & { oidc?: Partial<ProviderValues['oidc']> };

/** The issuer, if the change includes it. */
export const issuerIn = ({ oidc }: Body): string | undefined => oidc?.issuer?.trim();

/** The issuer of a new provider. Undefined if other fields are missing, because the API reports those. */
export const issuerOfNew = (values: Body): string | undefined =>
  values.name?.trim() && values.oidc?.clientId?.trim() ? issuerIn(values) : undefined;

/**
 * The request of a change. A path in the mask that the body lacks is cleared.
 *
 * @param group the uid of the provider's group.
 */
export function changeOf(
  change: {
    body: Partial<ProviderValues>;
    updateMask: readonly string[];
    etag: string | null;
  },
  group: string,
): ResourceChange {
  const { oidc, roleRules, ...body }: Body = change.body;
  const { additionalScopes, ...others } = oidc ?? {};
  return {
    ...change,
    body: {
      ...body,
      ...(roleRules && { roleRules: rulesOf(roleRules, group) }),
      ...(oidc && {
        oidc: {
          ...others,
          ...(additionalScopes !== undefined && {
            additionalScopes: additionalScopes.split(/\s+/).filter(Boolean),
          }),
        },
      }),
    },
  };
}

/**
 * The body that creates a provider. It always has an OIDC part, so that the API names its missing
 * fields.
 */
export const creationOf = (body: Partial<ProviderValues>, group: string): object => ({
  oidc: {},
  ...changeOf({ body, updateMask: [], etag: null }, group).body,
});

/** The values for copying, without the secret, which does not belong on the clipboard. */
export function withoutSecret<T extends { body: object }>(change: T): T {
  const { oidc } = change.body as { oidc?: { clientSecret?: string } };
  if (!oidc?.clientSecret) return change;
  return {
    ...change,
    body: { ...change.body, oidc: { ...oidc, clientSecret: 'THE_CLIENT_SECRET' } },
  };
}

/** The API reports a problem per scope; the form has one field for all scopes. */
export async function withScopesAsOne<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isAboutScope =
      error instanceof ApiRequestError &&
      Object.keys(error.violations).some((field) => field.startsWith(`${SCOPES}.`));
    if (!isAboutScope) throw error;
    const fieldViolations = Object.entries(error.violations).map(([field, description]) =>
      field.startsWith(`${SCOPES}.`)
        ? { field: SCOPES, description: 'must be scopes separated by spaces' }
        : { field, description },
    );
    throw new ApiRequestError(error.httpStatus, {
      code: 3,
      message: error.message,
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
    });
  }
}
