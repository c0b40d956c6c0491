/** The endpoints over HTTP and what clients see of each. Tests of every host hold it to them. */

export interface Endpoint {
  method: string;
  /** `{uid}` is a resource. */
  path: string;
  /** `caller`: needs credentials. */
  who: string;
  /** The rate of its network that it counts in. */
  rate: string;
  /** The most bytes of a body; `-` where none is read. */
  body: string;
  cache: string;
  /** Its name in metrics. */
  operation: string;
  /** The status of a GET of an owner; whether other origins may read it; whether it may be compressed. */
  seen: string;
}

export const rowOf = (one: Endpoint): string => Object.values(one).join(' ');

function endpointOf(row: string): Endpoint {
  const [method = '', path = '', who = '', rate = '', ...rest] = row.split(/ +/);
  const [body = '', cache = '', operation = '', seen = ''] = rest;
  return { method, path, who, rate, body, cache, operation, seen };
}

const TABLE = `
POST    /iam/v2beta1/access:explain                                 caller   read     1048576    no-store                           ExplainAccess                origins
GET     /iam/v2beta1/access:own                                     caller   read     -          no-store                           ListOwnAccess                200,origins,compressed
GET     /iam/v2beta1/access:whoCan                                  caller   read     -          no-store                           WhoCan                       200,origins,compressed
GET     /iam/v2beta1/accessRequests                                 caller   read     -          no-store                           ListAccessRequests           200,origins,compressed
GET     /iam/v2beta1/accessRequests/{uid}                           caller   read     -          no-store                           GetAccessRequest             200,origins,compressed
POST    /iam/v2beta1/accessRequests/{uid}                           caller   write    1048576    no-store                           CreateAccessRequest          origins
POST    /iam/v2beta1/accessRequests:approve                         caller   write    1048576    no-store                           ApproveAccessRequest         origins
POST    /iam/v2beta1/accessRequests:deny                            caller   write    1048576    no-store                           DenyAccessRequest            origins
POST    /iam/v2beta1/accessRequests:end                             caller   write    1048576    no-store                           EndAccessRequest             origins
POST    /iam/v2beta1/accessRequests:extend                          caller   write    1048576    no-store                           ExtendAccessRequest          origins
GET     /iam/v2beta1/accessRequests:offers                          caller   read     -          no-store                           ListAccessOffers             200,origins,compressed
POST    /iam/v2beta1/accessRequests:review                          caller   write    1048576    no-store                           ReviewAccessRequest          origins
POST    /iam/v2beta1/accessRequests:withdraw                        caller   write    1048576    no-store                           WithdrawAccessRequest        origins
GET     /iam/v2beta1/accountAssociations                            caller   read     -          no-store                           ListAccountAssociations      200,origins,compressed
GET     /iam/v2beta1/accountAssociations/{uid}                      caller   read     -          no-store,304                       GetAccountAssociation        200,origins,compressed
POST    /iam/v2beta1/accountAssociations/{uid}                      caller   write    1048576    no-store                           CreateAccountAssociation     origins
PATCH   /iam/v2beta1/accountAssociations/{uid}                      caller   write    1048576    no-store                           UpdateAccountAssociation     origins
DELETE  /iam/v2beta1/accountAssociations/{uid}                      caller   write    1048576    no-store                           DeleteAccountAssociation     origins
GET     /iam/v2beta1/auditEvents                                    caller   read     -          no-store                           ListAuditEvents              200,origins,compressed
GET     /iam/v2beta1/auditEvents/{uid}                              caller   read     -          no-store                           GetAuditEvent                200,origins,compressed
GET     /iam/v2beta1/auditEvents:head                               caller   read     -          no-store                           GetAuditHead                 200,origins,compressed
POST    /iam/v2beta1/auditEvents:revert                             caller   write    1048576    no-store                           RevertAuditEvent             origins
GET     /iam/v2beta1/auditEvents:v1Callers                          caller   read     -          no-store                           ListV1Callers                200,origins,compressed
GET     /iam/v2beta1/events                                         caller   read     -          no-store                           ListEvents                   200,origins,compressed
GET     /iam/v2beta1/events/{uid}                                   caller   read     -          no-store                           GetEvent                     200,origins,compressed
GET     /iam/v2beta1/events:watch                                   caller   read     -          no-store,no-transform              WatchEvents                  200,origins
GET     /iam/v2beta1/groupInvites                                   caller   read     -          no-store                           ListGroupInvites             200,origins,compressed
GET     /iam/v2beta1/groupInvites/{uid}                             caller   read     -          no-store                           GetGroupInvite               200,origins,compressed
POST    /iam/v2beta1/groupInvites/{uid}                             caller   write    1048576    no-store                           CreateGroupInvite            origins
DELETE  /iam/v2beta1/groupInvites/{uid}                             caller   write    1048576    no-store                           DeleteGroupInvite            origins
GET     /iam/v2beta1/groups                                         caller   read     -          no-store                           ListGroups                   200,origins,compressed
GET     /iam/v2beta1/groups/{uid}                                   caller   read     -          no-store,304                       GetGroup                     200,origins,compressed
POST    /iam/v2beta1/groups/{uid}                                   caller   write    1048576    no-store                           CreateGroup                  origins
POST    /iam/v2beta1/groups                                         caller   write    1048576    no-store                           CreateGroup                  origins
PATCH   /iam/v2beta1/groups/{uid}                                   caller   write    1048576    no-store                           UpdateGroup                  origins
DELETE  /iam/v2beta1/groups/{uid}                                   caller   write    1048576    no-store                           DeleteGroup                  origins
GET     /iam/v2beta1/groups:summarize                               caller   read     -          no-store                           SummarizeGroup               200,origins,compressed
POST    /iam/v2beta1/groups:listParents                             caller   read     1048576    no-store                           ListParentGroups             origins
GET     /iam/v2beta1/groups:getPolicy                               caller   read     -          no-store                           GetPolicy                    200,origins,compressed
POST    /iam/v2beta1/groups:updatePolicy                            caller   write    1048576    no-store                           UpdatePolicy                 origins
GET     /iam/v2beta1/groups:listDomains                             caller   read     -          no-store                           ListDomains                  200,origins,compressed
POST    /iam/v2beta1/groups:claimDomain                             caller   write    1048576    no-store                           ClaimDomain                  origins
POST    /iam/v2beta1/groups:checkDomain                             caller   write    1048576    no-store                           CheckDomain                  origins
POST    /iam/v2beta1/groups:deleteContents                          caller   write    1048576    no-store                           DeleteGroupContents          origins
POST    /iam/v2beta1/groups:releaseDomain                           caller   write    1048576    no-store                           ReleaseDomain                origins
GET     /iam/v2beta1/identities                                     caller   read     -          no-store                           ListIdentities               200,origins,compressed
GET     /iam/v2beta1/identities/{uid}                               caller   read     -          no-store                           GetIdentity                  200,origins,compressed
POST    /iam/v2beta1/identities/{uid}                               caller   write    1048576    no-store                           CreateIdentity               origins
PATCH   /iam/v2beta1/identities/{uid}                               caller   write    1048576    no-store                           UpdateIdentity               origins
DELETE  /iam/v2beta1/identities/{uid}                               caller   write    1048576    no-store                           DeleteIdentity               origins
POST    /iam/v2beta1/identities:block                               caller   write    1048576    no-store                           BlockIdentity                origins
POST    /iam/v2beta1/identities:unblock                             caller   write    1048576    no-store                           UnblockIdentity              origins
POST    /iam/v2beta1/identities:confirm                             caller   write    1048576    no-store                           ConfirmIdentity              origins
POST    /iam/v2beta1/identities:leave                               caller   write    1048576    no-store                           LeaveOrganization            origins
GET     /iam/v2beta1/identities:sessions                            caller   read     -          no-store                           ListPersonSessions           400,origins
POST    /iam/v2beta1/identities:endSessions                         caller   write    1048576    no-store                           EndPersonSessions            origins
GET     /iam/v2beta1/identities:factors                             caller   read     -          no-store                           ListPersonFactors            400,origins
POST    /iam/v2beta1/identities:removeFactors                       caller   write    1048576    no-store                           RemovePersonFactors          origins
POST    /iam/v2beta1/identities:resetPassword                       caller   write    1048576    no-store                           ResetPersonPassword          origins
GET     /iam/v2beta1/identityKeys                                   caller   read     -          no-store                           ListIdentityKeys             200,origins,compressed
GET     /iam/v2beta1/identityKeys/{uid}                             caller   read     -          no-store                           GetIdentityKey               200,origins,compressed
POST    /iam/v2beta1/identityKeys/{uid}                             caller   write    1048576    no-store                           CreateIdentityKey            origins
DELETE  /iam/v2beta1/identityKeys/{uid}                             caller   write    1048576    no-store                           DeleteIdentityKey            origins
GET     /iam/v2beta1/identityProviders                              caller   read     -          no-store                           ListIdentityProviders        200,origins,compressed
GET     /iam/v2beta1/identityProviders/{uid}                        caller   read     -          no-store                           GetIdentityProvider          200,origins,compressed
POST    /iam/v2beta1/identityProviders/{uid}                        caller   write    1048576    no-store                           CreateIdentityProvider       origins
PATCH   /iam/v2beta1/identityProviders/{uid}                        caller   write    1048576    no-store                           UpdateIdentityProvider       origins
DELETE  /iam/v2beta1/identityProviders/{uid}                        caller   write    1048576    no-store                           DeleteIdentityProvider       origins
POST    /iam/v2beta1/identityProviders:reserve                      caller   write    1048576    no-store                           ReserveIdentityProvider      origins
POST    /iam/v2beta1/identityProviders:testConnection               caller   write    1048576    no-store                           TestConnection               origins
GET     /iam/v2beta1/requestRules                                   caller   read     -          no-store                           ListRequestRules             200,origins,compressed
GET     /iam/v2beta1/requestRules/{uid}                             caller   read     -          no-store                           GetRequestRule               200,origins,compressed
POST    /iam/v2beta1/requestRules/{uid}                             caller   write    1048576    no-store                           CreateRequestRule            origins
PATCH   /iam/v2beta1/requestRules/{uid}                             caller   write    1048576    no-store                           UpdateRequestRule            origins
DELETE  /iam/v2beta1/requestRules/{uid}                             caller   write    1048576    no-store                           DeleteRequestRule            origins
GET     /iam/v2beta1/roleBindings                                   caller   read     -          no-store                           ListRoleBindings             200,origins,compressed
GET     /iam/v2beta1/roleBindings/{uid}                             caller   read     -          no-store                           GetRoleBinding               200,origins,compressed
POST    /iam/v2beta1/roleBindings/{uid}                             caller   write    1048576    no-store                           CreateRoleBinding            origins
PATCH   /iam/v2beta1/roleBindings/{uid}                             caller   write    1048576    no-store                           UpdateRoleBinding            origins
DELETE  /iam/v2beta1/roleBindings/{uid}                             caller   write    1048576    no-store                           DeleteRoleBinding            origins
POST    /iam/v2beta1/roleBindings:confirm                           caller   write    1048576    no-store                           ConfirmRoleBinding           origins
GET     /iam/v2beta1/roles                                          caller   read     -          no-store                           ListRoles                    200,origins,compressed
GET     /iam/v2beta1/roles/{uid}                                    caller   read     -          no-store,304                       GetRole                      200,origins,compressed
POST    /iam/v2beta1/roles/{uid}                                    caller   write    1048576    no-store                           CreateRole                   origins
PATCH   /iam/v2beta1/roles/{uid}                                    caller   write    1048576    no-store                           UpdateRole                   origins
DELETE  /iam/v2beta1/roles/{uid}                                    caller   write    1048576    no-store                           DeleteRole                   origins
GET     /iam/v2beta1/savedViews                                     caller   read     -          no-store                           ListSavedViews               200,origins,compressed
GET     /iam/v2beta1/savedViews/{uid}                               caller   read     -          no-store,304                       GetSavedView                 200,origins,compressed
POST    /iam/v2beta1/savedViews/{uid}                               caller   write    1048576    no-store                           CreateSavedView              origins
PATCH   /iam/v2beta1/savedViews/{uid}                               caller   write    1048576    no-store                           UpdateSavedView              origins
DELETE  /iam/v2beta1/savedViews/{uid}                               caller   write    1048576    no-store                           DeleteSavedView              origins
GET     /iam/v2beta1/subscriptions                                  caller   read     -          no-store                           ListSubscriptions            200,origins,compressed
GET     /iam/v2beta1/subscriptions/{uid}                            caller   read     -          no-store                           GetSubscription              200,origins,compressed
POST    /iam/v2beta1/subscriptions/{uid}                            caller   write    1048576    no-store                           CreateSubscription           origins
PATCH   /iam/v2beta1/subscriptions/{uid}                            caller   write    1048576    no-store                           UpdateSubscription           origins
DELETE  /iam/v2beta1/subscriptions/{uid}                            caller   write    1048576    no-store                           DeleteSubscription           origins
GET     /iam/v2beta1/subscriptions:deliveries                       caller   read     -          no-store                           ListDeliveries               200,origins,compressed
POST    /iam/v2beta1/subscriptions:replay                           caller   write    1048576    no-store                           ReplaySubscription           origins
POST    /iam/v2beta1/subscriptions:rotateSecret                     caller   write    1048576    no-store                           RotateSubscriptionSecret     origins
POST    /iam/v2beta1/subscriptions:test                             caller   write    1048576    no-store                           TestSubscription             origins
GET     /iam/v2beta1/system:summarize                               caller   read     -          no-store                           SummarizeSystem              403,origins
GET     /registry/v2beta1/registrySources                           caller   read     -          no-store                           ListRegistrySources          200,origins,compressed
GET     /registry/v2beta1/registrySources/{uid}                     caller   read     -          no-store                           GetRegistrySource            200,origins,compressed
POST    /registry/v2beta1/registrySources/{uid}                     caller   write    1048576    no-store                           CreateRegistrySource         origins
PATCH   /registry/v2beta1/registrySources/{uid}                     caller   write    1048576    no-store                           UpdateRegistrySource         origins
DELETE  /registry/v2beta1/registrySources/{uid}                     caller   write    1048576    no-store                           DeleteRegistrySource         origins
POST    /registry/v2beta1/registrySources:sync                      caller   write    1048576    no-store                           SyncRegistrySource           origins
POST    /registry/v2beta1/registrySources:rotateNotificationSecret  caller   write    1048576    no-store                           RotateNotificationSecret     origins
POST    /registry/v2beta1/registrySources:testConnection            caller   write    1048576    no-store                           TestRegistryConnection       origins
GET     /registry/v2beta1/repos                                     caller   read     -          no-store                           ListRepos                    200,origins,compressed
GET     /registry/v2beta1/repos/{uid}                               caller   read     -          no-store                           GetRepo                      200,origins,compressed
GET     /registry/v2beta1/tags                                      caller   read     -          no-store                           ListTags                     200,origins,compressed
GET     /registry/v2beta1/tags/{uid}                                caller   read     -          no-store                           GetTag                       200,origins,compressed
GET     /vulnerabilities/v2beta1/advisories                         caller   read     -          no-store                           ListAdvisories               200,origins,compressed
GET     /vulnerabilities/v2beta1/advisories/{uid}                   caller   read     -          no-store,304                       GetAdvisory                  200,origins,compressed
POST    /vulnerabilities/v2beta1/advisories:import                  caller   write    268435456  no-store                           ImportAdvisories             origins
GET     /vulnerabilities/v2beta1/advisories:export                  caller   read     -          no-store                           ExportAdvisories             200,origins
GET     /iam/v1/groups                                              caller   read     -          no-store                           v1.ListGroups                200,origins,compressed
POST    /iam/v1/groups/{uid}                                        caller   write    1048576    no-store                           v1.CreateGroup               origins
PUT     /iam/v1/groups/{uid}                                        caller   write    1048576    no-store                           v1.UpdateGroup               origins
DELETE  /iam/v1/groups/{uid}                                        caller   write    1048576    no-store                           v1.DeleteGroup               origins
POST    /iam/v1/groups                                              caller   write    1048576    no-store                           v1.CreateGroup               origins
GET     /iam/v1/identities                                          caller   read     -          no-store                           v1.ListIdentities            200,origins,compressed
POST    /iam/v1/identities/{uid}                                    caller   write    1048576    no-store                           v1.CreateIdentity            origins
PUT     /iam/v1/identities/{uid}                                    caller   write    1048576    no-store                           v1.UpdateIdentity            origins
DELETE  /iam/v1/identities/{uid}                                    caller   write    1048576    no-store                           v1.DeleteIdentity            origins
GET     /iam/v1/roles                                               caller   read     -          no-store                           v1.ListRoles                 200,origins,compressed
POST    /iam/v1/roles/{uid}                                         caller   write    1048576    no-store                           v1.CreateRole                origins
PUT     /iam/v1/roles/{uid}                                         caller   write    1048576    no-store                           v1.UpdateRole                origins
DELETE  /iam/v1/roles/{uid}                                         caller   write    1048576    no-store                           v1.DeleteRole                origins
GET     /iam/v1/roleBindings                                        caller   read     -          no-store                           v1.ListRoleBindings          200,origins,compressed
POST    /iam/v1/roleBindings/{uid}                                  caller   write    1048576    no-store                           v1.CreateRoleBinding         origins
PUT     /iam/v1/roleBindings/{uid}                                  caller   write    1048576    no-store                           v1.UpdateRoleBinding         origins
DELETE  /iam/v1/roleBindings/{uid}                                  caller   write    1048576    no-store                           v1.DeleteRoleBinding         origins
GET     /iam/v1/identityProviders                                   caller   read     -          no-store                           v1.ListIdentityProviders     200,origins,compressed
POST    /iam/v1/identityProviders/{uid}                             caller   write    1048576    no-store                           v1.CreateIdentityProvider    origins
PUT     /iam/v1/identityProviders/{uid}                             caller   write    1048576    no-store                           v1.UpdateIdentityProvider    origins
DELETE  /iam/v1/identityProviders/{uid}                             caller   write    1048576    no-store                           v1.DeleteIdentityProvider    origins
GET     /iam/v1/accountAssociations                                 caller   read     -          no-store                           v1.ListAccountAssociations   200,origins,compressed
POST    /iam/v1/accountAssociations/{uid}                           caller   write    1048576    no-store                           v1.CreateAccountAssociation  origins
PUT     /iam/v1/accountAssociations/{uid}                           caller   write    1048576    no-store                           v1.UpdateAccountAssociation  origins
DELETE  /iam/v1/accountAssociations/{uid}                           caller   write    1048576    no-store                           v1.DeleteAccountAssociation  origins
GET     /iam/v1/groupInvites                                        caller   read     -          no-store                           v1.ListGroupInvites          200,origins,compressed
POST    /iam/v1/groupInvites/{uid}                                  caller   write    1048576    no-store                           v1.CreateGroupInvite         origins
DELETE  /iam/v1/groupInvites/{uid}                                  caller   write    1048576    no-store                           v1.DeleteGroupInvite         origins
GET     /registry/v1/repos                                          caller   read     -          no-store                           v1.ListRepos                 200,origins,compressed
GET     /registry/v1/tags                                           caller   read     -          no-store                           v1.ListTags                  200,origins,compressed
GET     /vulnerabilities/v1/advisories                              caller   read     -          no-store                           v1.ListAdvisories            200,origins,compressed
GET     /.well-known/openid-configuration                           anybody  read     -          public,max-age=300                 discovery                    200
GET     /.well-known/jwks.json                                      anybody  read     -          public,max-age=300                 discovery                    200
GET     /auth/v1/setup                                              anybody  read     -          no-store                           signIn                       200
POST    /auth/v1/setup                                              anybody  sign-in  65536      no-store                           signIn                       -
GET     /auth/v1/me                                                 caller   read     -          no-store                           signIn                       200
GET     /auth/v1/commonPasswords                                    anybody  read     -          public,max-age=86400               signIn                       200
POST    /auth/v1/passwordResets:preview                             anybody  sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passwordResets:request                             anybody  sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passwordResets:use                                 anybody  sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/password                                           caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/emailChange:begin                                  caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/emailChange:preview                                caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/emailChange:agree                                  caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/emailVerification:send                             caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/emailVerification:use                              caller   sign-in  65536      no-store                           signIn                       -
GET     /auth/v1/secondFactors                                      caller   read     -          no-store                           signIn                       400
POST    /auth/v1/authenticatorApps                                  caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/authenticatorApps:verify                           caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/authenticatorApps:remove                           caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/authenticatorApps:rename                           caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passkeys                                           caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passkeys:verify                                    caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passkeys:remove                                    caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/passkeys:rename                                    caller   sign-in  65536      no-store                           signIn                       -
GET     /auth/v1/passkeys:signIn                                    anybody  read     -          no-store                           signIn                       200
GET     /auth/v1/passkeys:secondStep                                anybody  read     -          no-store                           signIn                       400
POST    /auth/v1/recoveryCodes                                      caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/recoveryCodes:confirm                              caller   sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/invites:accept                                     anybody  sign-in  65536      no-store                           signIn                       -
POST    /auth/v1/invites:preview                                    anybody  sign-in  65536      no-store                           signIn                       -
GET     /auth/v1/providers                                          anybody  read     -          no-store                           signIn                       200
GET     /auth/v1/passkeys:reauthenticate                            caller   read     -          no-store                           signIn                       400
GET     /auth/v1/sessions:reauthenticate                            caller   read     -          no-store                           signIn                       400
POST    /auth/v1/sessions:reauthenticate                            caller   sign-in  65536      no-store                           signIn                       -
GET     /auth/v1/sessions                                           caller   read     -          no-store                           signIn                       200
DELETE  /auth/v1/sessions                                           caller   write    -          no-store                           signIn                       -
DELETE  /auth/v1/sessions/{uid}                                     caller   write    -          no-store                           signIn                       -
POST    /sts/exchange                                               anybody  token    65536      no-store                           sts.Exchange                 -
POST    /oauth/revoke                                               anybody  token    65536      no-store                           oauth.Revoke                 -
POST    /oauth/introspect                                           caller   token    65536      no-store                           oauth.Introspect             -
POST    /oauth/backchannelLogout                                    anybody  token    65536      no-store                           oauth.BackchannelLogout      -
POST    /registry/events                                            caller   write    1048576    no-store                           unknown                      -
GET     /openapi.json                                               anybody  read     -          public,max-age=300                 openapi                      200,origins,compressed
GET     /openapi-v1.json                                            anybody  read     -          public,max-age=300                 openapi                      200,origins,compressed
GET     /metrics                                                    caller   read     -          no-store                           metrics                      401
GET     /healthz                                                    anybody  -        -          no-store                           healthz                      200
GET     /readyz                                                     anybody  -        -          no-store                           readyz                       200
GET     /installation/picture                                       anybody  read     -          public,max-age=31536000,immutable  page                         200
GET     /unsubscribe                                                anybody  read     -          no-store                           unsubscribe                  404
POST    /unsubscribe                                                anybody  write    1048576    no-store                           unsubscribe                  -
`;

export const ENDPOINTS: readonly Endpoint[] = TABLE.trim().split('\n').map(endpointOf);

/** Requests for pages, for next-auth and for nothing, with the rate and the name in metrics of each. */
export const PAGES: readonly (readonly [
  method: string,
  path: string,
  rate: string,
  operation: string,
])[] = [
  ['GET', '/sign-in', 'read', 'page'],
  ['GET', '/iam/v2beta1/nothing', 'read', 'unknown'],
  ['GET', '/api/auth/session', 'read', 'signIn'],
  ['GET', '/api/auth/callback/nothing', 'sign-in', 'signIn'],
  ['POST', '/api/auth/callback/credentials', 'sign-in', 'signIn'],
  ['POST', '/api/auth/signin/nothing', 'sign-in', 'signIn'],
];
