export const HELP = `Usage: npm run -s grove -- COMMAND

  org create NAME --owner-email EMAIL [--owner-password PASSWORD]
      Creates an organization and its owner; prints JSON {group, identity, roleBinding}.
      The password may also come from GROVE_OWNER_PASSWORD, or from standard input
      with --owner-password -. Without one the owner can only use tokens.

  token IDENTITY_UID [--ttl 3600s]
      Prints an access token that acts as the identity, for at most 86400s.

  keys rotate
      Signs and encrypts with new keys from now on; prints their ids as JSON.
      Earlier tokens stay good until they expire.

  demo [--name acme] [--owner-email ada@acme.example] [--owner-password PASSWORD] [--seed TEXT]
      Makes an organization with 200 groups, 400 identities, 1,000 role bindings,
      50 repositories and 2,000 advisories to look at; prints how to sign in.
      The same seed makes the same data. npm run demo does this too.

  help
      Prints this.

Works on the data folder that GROVE_DATA_DIR and DATABASE_URL name, while the server runs or not.`;
