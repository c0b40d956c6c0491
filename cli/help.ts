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

  help
      Prints this.

Works on the data folder that GROVE_DATA_DIR and DATABASE_URL name, while the server runs or not.`;
