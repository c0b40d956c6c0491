export const HELP = `  org create NAME --owner-email EMAIL [--owner-password PASSWORD]
      Creates an organization and its owner; prints JSON {group, identity, roleBinding}.
      The password may also come from GROVE_OWNER_PASSWORD, or from standard input
      with --owner-password -. Without one the owner can only use tokens.

  token IDENTITY_UID [--ttl 3600s]
      Prints an access token that acts as the identity, for at most 86400s.

  keys list
      Prints the ids of all keys as JSON: which key signs tokens, which still verify.

  keys rotate [--only signing,encryption,session,page-token,setup]
      Replaces these keys, or all of them; prints the new ids as JSON. Tokens of the earlier
      signing key stay valid until they expire. Stored secrets are encrypted with the new
      encryption key, and the earlier one is deleted. A new session key signs everybody out.

  keys revoke KID
      Deletes a signing key: every token that it signed is refused from the next request on.

  keys rewrap --new-key-file FILE
      Wraps the keys of the data folder with the key in FILE (- is standard input) instead of
      GROVE_ENCRYPTION_KEY. Afterwards give every process the new key. --unwrap stores the keys
      without a wrapping key.

  passwords reset EMAIL
      Prints a link that sets a new password for the account: once, within 30 minutes.
      Using it ends all sessions of the person. Another link makes this one void. Where several
      accounts have the address, give the uid of the identity instead, here and below.

  emails change EMAIL NEW_EMAIL
      Gives the account another e-mail address, for somebody who cannot read their mail or where
      none is sent. It is not verified. Ends all sessions of the person; the password and the
      second factors stay. Prints JSON {email, identity}.

  factors remove EMAIL
      Removes all authenticator apps, passkeys and recovery codes of the account, for somebody who has
      lost them: the password alone signs in again. Prints JSON {email, authenticatorApps, passkeys,
      recoveryCodes}.

  urls list
      Prints the addresses that the installation is and was known by, the current one first.

  urls forget URL
      Invalidates tokens that name a former address of the installation.

  import advisories PATH... --group UID [--dry-run] [--json]
      Imports advisories into the group: OSV, package advisory YAML of schema-version 2, OpenVEX,
      CSAF 2.0 and CycloneDX VEX, in files, folders, zip and tar.gz archives. Existing advisories are
      updated, and nothing is written with --dry-run. Prints each record that is rejected
      as FILE:LINE: REASON, then the counts, or all of it as JSON. Exits with 3 where
      records were rejected; the other records are imported.

  sync repos [URL] --group UID [--username NAME --password-stdin] [--ca-certificate FILE]
             [--interval 3600s] [--json]
      Reads the repositories and tags of a registry into the group. URL is where /v2/ is; it
      becomes the group's registry source, with the password from standard input, and can be
      left out from then on. FILE has the certificates in PEM that are trusted for a registry
      with an authority of its own. Resumes an interrupted run. Prints the counts, or the whole result
      as JSON. Exits with 3 if parts could not be read, and with 1 if the registry could not be
      read to its end.

  limits set GROUP_UID [groups=N] [identities=N] [repos=N] [advisories=N]
      Sets how many of each the group and all groups below it may hold. Existing resources stay;
      beyond the limit nobody can create more. Prints the same as limits show.

  limits show GROUP_UID
      Prints each limit that counts for the group as JSON, those of the groups above it as
      well, with how much of it is used.

  limits unset GROUP_UID [groups] [identities] [repos] [advisories]
      Removes these limits of the group, or all of them. Prints the same as limits show.

  identities block UID [--reason TEXT]
      Blocks an identity: from the next request on it grants nothing, and nothing is deleted. If
      it names issuer and subject literally, the person can do nothing in its organization.
      Prints the identity as JSON.

  identities unblock UID
      Ends the block of an identity. Prints the identity as JSON.

  identities confirm UID
      Confirms an identity of an organization that its person has not joined, for that person.
      Prints the identity as JSON.

  sessions limit GROUP_UID [--idle 43200s] [--absolute 2592000s]
      Sets how long sessions of an organization last without being used, and after the sign-in.
      GROUP_UID is its root group. Prints the setting as JSON; without options, the current one.

  policies show GROUP_UID
      Prints the policy of an organization as JSON. GROUP_UID is its root group.

  policies clear GROUP_UID
      Removes the policy of an organization, for owners whom the policy excludes.
      Prints the same as policies show.

  requests list GROUP_UID [--state STATE]
      Prints the access requests of a group and of all groups below it as JSON. STATE is one of
      PENDING, APPROVED, DENIED, WITHDRAWN, EXPIRED and ENDED.

  requests approve UID [--reason TEXT]
      Approves an access request for the operator, and prints it.

  requests deny UID [--reason TEXT]
      Denies an access request for the operator, and prints it.

  requests end UID
      Ends the access that an access request has granted, and prints it.

  domains list GROUP_UID
      Prints the domains that an organization claims as JSON. GROUP_UID is its root group.

  domains release GROUP_UID DOMAIN
      Removes a domain from an organization. Its providers then no longer vouch for addresses of
      the domain. Prints the same as domains list.

  groups delete GROUP_UID --with-contents
      Deletes a group with everything in it and below it, repositories and advisories included, each
      with a record. After a stop, the same command deletes the rest. Prints JSON {group, deleted}.

  events listen GROUP_UID [--forward-to URL] [--types grove.iam.*,…] [--since TIME|EVENT_UID] [--json]
      Prints the events of a group and all groups below it as they happen, until it is stopped: a line
      for each, or each as JSON. Sends them to URL as a webhook would, signed with a secret that it
      prints on standard error. It needs no subscription, and does not try again.

  events send TYPE --forward-to URL
      Sends an example of an event to URL in the same way. Prints the type and the status of the answer.

  backup FILE [--passphrase-file FILE]
      Writes all data and keys to a new FILE, while the server runs or not; prints JSON
      {file, bytes, createTime, counts}. The keys in it are locked with the passphrase
      (- is standard input; else GROVE_BACKUP_PASSPHRASE_FILE), or with GROVE_ENCRYPTION_KEY.

  restore FILE [--passphrase-file FILE]
      Puts a backup into an empty installation. All of it is checked first; a restore that
      is killed leaves the installation empty, or is completed by the next start.

  copy --from ADDRESS --to ADDRESS
      Copies all data into a new database and compares the two; prints JSON {from, to, counts}.
      Addresses are those of DATABASE_URL: file:PATH or postgresql://…. Nobody can write to the
      first one meanwhile. An interrupted copy leaves the new database empty: run it again.

  verify
      Compares counts, references and secrets with the data.
      Prints each problem, and exits with 3 if there are any. Takes a while on large data. Prints
      the root groups that nobody owns as well, which are no problem of the data.

  audit bindings [--group UID]
      Prints as JSON the role bindings to review: those that identities of other organizations took
      themselves, with an invite or as founders, and those that have no effect because their
      identity may be somebody else now. Remove those that nobody there wants.

  bindings confirm UID
      Confirms a role binding that has no effect, as an owner of the organization can. For an
      organization that has no other owner. Prints the binding as JSON.

  owners add GROUP_UID IDENTITY_UID
      Binds the owner role to the identity at a root group, whichever organization the identity is
      of. For a root group that nobody owns any more. Prints the binding as JSON.

  audit head [--group UID]
      Prints the end of the chain of each organization's audit records, or of this one's, as
      JSON {group, sequence, hash, signedTime, signature}. Note it where nobody can change it.

  audit verify [--group UID] [--head FILE|HASH]
      Finds audit records that were changed, removed, moved or inserted beside Grove; prints JSON.
      With --head, the record must also have had these ends once: a file with what audit head
      printed, or a hash together with --group. Exits with 1 if anything is wrong.

  audit accept --group UID
      Takes the record of an organization as it ends now, after the database was restored to an
      earlier state. The record says so. Prints its head as JSON.

  audit revert EVENT_UID [--field NAME ...] [--check]
      Takes the change of an audit record back, as Put back in the console does, and records it. Of an
      edit, --field takes back only this field, also one that was changed since. --check changes
      nothing. Prints JSON {operation, resourceUid, before, after, changedSince}.

  audit prune --before 2025-01-01 [--group UID]
      Removes the audit records before a day, of each organization or of this one, and signs the
      place in the chain up to which it removed them. Refuses a chain with missing or changed
      records. Prints the removed ranges as JSON.

  demo [--name acme] [--owner-email ada@acme.example] [--owner-password PASSWORD] [--seed TEXT]
      Creates an organization with 200 groups, 400 identities, 1,000 role bindings,
      50 repositories and 2,000 advisories to look at; prints how to sign in.
      The same seed makes the same data.

  help
      Prints this help.

  --version
      Prints the version of the program.

Works on the data folder that GROVE_DATA_DIR and DATABASE_URL name, while the server runs or not.`;
