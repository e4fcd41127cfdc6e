import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of identity: code and sentence by reason. */
export const IDENTITY_ERRORS = {
  customer_key_differs: {
    code: "conflict",
    message:
      "This is a different key from the one that was withdrawn. Only the withdrawn key unlocks this workspace.",
  },
  own_key_active: { code: "invalid_state", message: "Your own key is active already. Withdraw it first." },
  no_customer_key: { code: "invalid_state", message: "This workspace has no customer encryption key." },
  too_many_key_imports: {
    code: "conflict",
    message: "Too many public keys are unused. Use one of them, or wait an hour.",
  },
  customer_key_withdrawn: {
    code: "workspace_locked",
    message: "The customer's key is withdrawn. Import it again first.",
  },
  address_has_member: { code: "conflict", message: "This address already belongs to a member." },
  address_has_invitation: {
    code: "conflict",
    message: "This address already has an open invitation. Renew or withdraw it.",
  },
  invited_role_too_high: {
    code: "forbidden",
    message: "You cannot invite to a role above your own. Choose another role.",
  },
  too_many_invitations: {
    code: "rate_limited",
    message: "Too many invitations were sent. Wait {seconds} s.",
  },
  inviting_needs_sso: {
    code: "invalid_state",
    message:
      "This workspace enforces single sign-on. Assign the person in your identity provider: they become a member at their first sign-in.",
  },
  key_role_too_high: { code: "forbidden", message: "A key's role cannot be above your own." },
  key_needs_member: { code: "forbidden", message: "A key belongs to a member. Sign in to create one." },
  rotated_key_role_too_high: { code: "forbidden", message: "This key's role is above your own." },
  key_expired: { code: "invalid_state", message: "This key has expired. Create a new one." },
  taken_over_key_role_too_high: {
    code: "forbidden",
    message: "This key's role is above your own. Ask an owner to take it over.",
  },
  changed_key_role_too_high: {
    code: "forbidden",
    message: "This key's role is above your own. Ask an owner.",
  },
  member_role_too_high: {
    code: "forbidden",
    message: "This member's role is above your own. Ask an owner of the workspace.",
  },
  workspace_needs_owner: {
    code: "invalid_state",
    message: "A workspace needs an owner. Make another member an owner first, then try again.",
  },
  transfer_to_yourself: { code: "invalid_state", message: "Choose a member other than yourself." },
  transfer_needs_owner: { code: "forbidden", message: "Only an owner can transfer ownership." },
  baa_on_record: { code: "invalid_state", message: "A BAA is on record. Remove it first." },
  baa_before_enterprise: {
    code: "plan_required",
    message: "A BAA is part of the Enterprise plan. Set the plan first.",
  },
  no_identity_provider: { code: "invalid_state", message: "Connect an identity provider first." },
  domain_not_claimed: {
    code: "not_found",
    message:
      "The workspace does not claim this domain. An owner must first add it on the page Single sign-on.",
  },
  domain_of_other_workspace: { code: "conflict", message: "This domain is confirmed for another workspace." },
  domain_not_confirmed: { code: "not_found", message: "This domain is not confirmed." },
  sso_starting: { code: "unavailable", message: "Single sign-on is starting. Try again." },
  sso_untested: {
    code: "invalid_state",
    message: "Test this connection or sign in by it before you enforce it.",
  },
  sso_removed_meanwhile: {
    code: "conflict",
    message: "The connection was removed meanwhile. Send the metadata again.",
  },
  sso_only_owners: {
    code: "invalid_state",
    message:
      "Every owner joined by single sign-on and could not sign in without it. Invite an owner by a link first.",
  },
  sso_not_verified: {
    code: "unavailable",
    message: "The single sign-on response could not be verified. Try again.",
  },
  sso_not_enforced: { code: "invalid_state", message: "Single sign-on is not enforced in this workspace." },
  staff_ticket_decided: {
    code: "invalid_state",
    message: "This request is {status}, so its status can no longer be changed this way.",
  },
  deletion_blocked_by_hold: {
    code: "invalid_state",
    message: "A legal hold on a contact or a call prevents the deletion. Release every hold first.",
  },
  deletion_deadline_passed: {
    code: "invalid_state",
    message: "The seven days are over. The workspace is being destroyed and cannot be restored.",
  },
  sso_needs_enterprise: {
    code: "plan_required",
    message:
      "Single sign-on is part of the Enterprise plan. Ask the operator of Parley to change the plan with `npm run workspace -- plan {workspace_id} enterprise`.",
  },
  byok_needs_enterprise: {
    code: "plan_required",
    message:
      "Your own encryption key is part of the Enterprise plan. Ask the operator of Parley to change the plan with `npm run workspace -- plan {workspace_id} enterprise`.",
  },
  baa_needs_enterprise: {
    code: "plan_required",
    message:
      "A business associate agreement is part of the Enterprise plan. Ask the operator of Parley to change the plan with `npm run workspace -- plan {workspace_id} enterprise`.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of identity: code and sentence by reason. */
export const IDENTITY_DETAILS = {
  key_import_not_usable: {
    code: "not_usable",
    message: "This public key was used or has expired. Create a new one and wrap the key for it.",
  },
  key_not_wrapped: {
    code: "not_wrapped_for_it",
    message: "This is not a key of 32 bytes wrapped for this public key with RSA-OAEP and SHA-256.",
  },
  expiry_in_past: { code: "in_the_past", message: "Use a time in the future." },
  metadata_not_xml: { code: "invalid_xml", message: "This is not valid XML, or it contains a DTD." },
  metadata_without_provider: {
    code: "no_provider",
    message: "These are not the metadata of an identity provider (SAML 2.0).",
  },
  metadata_without_sign_in: {
    code: "no_sign_in_address",
    message:
      "The metadata contain no https address for sign-in by HTTP-Redirect. Enable that binding at the provider.",
  },
  metadata_without_certificate: {
    code: "no_certificate",
    message: "The metadata contain no signing certificate with an RSA key of at least {bits} bits.",
  },
  metadata_with_many_certificates: {
    code: "too_many_certificates",
    message:
      "The metadata contain more than {max} certificates. Keep only the one in use and its successors.",
  },
  metadata_not_https: {
    code: "not_https",
    message: "Use an https address, so that the metadata cannot be changed in transit.",
  },
  metadata_not_fetched: { code: "not_fetched", message: "This address answers with status {status}." },
  metadata_missing: {
    code: "required",
    message: "Send the identity provider's metadata, or their URL as metadata_url.",
  },
  workspace_name_differs: { code: "not_its_name", message: "Enter the workspace's exact name." },
} as const satisfies DetailReasons;
