import { button, offer, ownOffer } from "./offer";

const NUMBERS = "/phone-numbers";
const WORKSPACE = {
  "change the workspace's settings": offer(
    "workspace.write",
    "/settings/workspace",
    button("Save"),
    "PATCH /workspace",
  ),
  "delete the workspace": offer(
    "workspace.delete",
    "/settings/workspace",
    button("Delete workspace"),
    "DELETE /workspace?of_no_route=1",
  ),
  // Offered once it is being deleted, which is the end of the sample.
  "restore the workspace": offer("workspace.delete", "/settings/workspace", null, "POST /workspace/restore"),
  "connect a phone number": offer("numbers.manage", NUMBERS, button("Connect number"), "POST /phone-numbers"),
  "change a phone number": offer(
    "numbers.manage",
    NUMBERS,
    button(/^Change \+1213/),
    "PATCH /phone-numbers/{number}",
  ),
  "disconnect a phone number": offer(
    "numbers.manage",
    NUMBERS,
    button(/^Disconnect \+1213/),
    "DELETE /phone-numbers/{number}",
  ),
  "read the audit log": offer(
    "audit.read",
    "/settings/audit",
    (main) => main.getByRole("table", { name: "Audit log" }),
    "GET /audit",
  ),
  "verify the audit log": offer(
    "audit.read",
    "/settings/audit",
    button("Verify the log"),
    "GET /audit/verify",
  ),
  "see the plan": offer(
    "plan.read",
    "/settings/workspace",
    (main) => main.getByRole("region", { name: "Plan", exact: true }),
    "GET /workspace/plan",
  ),
};

const KEYS = {
  "make a key": offer("keys.manage", "/settings/keys", button("New key"), "POST /keys"),
  "rotate a key": offer("keys.manage", "/settings/keys", ownOffer("Rotate Key"), "POST /keys/{key}/rotate"),
  "bind a key to addresses": offer(
    "keys.manage",
    "/settings/keys",
    ownOffer("IP allowlist for Key"),
    "PATCH /keys/{key}",
  ),
  "take a key over": offer(
    "keys.manage",
    "/settings/keys",
    ownOffer("Take over Key that was left"),
    "POST /keys/{left_key}/take-over",
  ),
  "revoke a key": offer("keys.manage", "/settings/keys", ownOffer("Revoke Key"), "DELETE /keys/{key}"),
  "see what was done with a key": offer(
    "audit.read",
    "/settings/keys",
    (main, { name }) => main.getByRole("link", { name: `Activity of Key of ${name}`, exact: true }),
    "GET /audit?actor_id={key}",
  ),
};

const MEMBERS = "/settings/members";
const PEOPLE = {
  "invite somebody": offer("members.manage", MEMBERS, button("Invite"), "POST /invitations"),
  "renew an invitation": offer(
    "members.manage",
    MEMBERS,
    button(/^New link for /),
    "POST /invitations/{invitation}/renew",
  ),
  "withdraw an invitation": offer(
    "members.manage",
    MEMBERS,
    button(/^Withdraw invitation for /),
    "DELETE /invitations/{invitation}",
  ),
  "change a member's role": offer(
    "members.manage",
    MEMBERS,
    (main) => main.getByRole("combobox", { name: "Role of Viewer of the tests" }),
    "PATCH /members/{member}",
  ),
  "remove a member": offer(
    "members.manage",
    MEMBERS,
    button("Remove Viewer of the tests"),
    "DELETE /members/{member}",
  ),
  "hand one's ownership over": offer(
    "members.owners",
    MEMBERS,
    button("Transfer ownership to Viewer of the tests"),
    "POST /members/{member}/transfer-ownership",
  ),
};

const ACCOUNT = "/settings/account";
/** This user has no password; `account.spec.ts` covers actions that ask for one. */
const SELF = {
  "hide the setup checklist": offer("self.manage", "/", button("Dismiss"), "PATCH /setup"),
  "change one's password": offer("self.manage", ACCOUNT, null, "PUT /account/password"),
  "begin a second factor": offer("self.manage", ACCOUNT, button("Turn on"), "PUT /account/second-factor"),
  "confirm a second factor": offer("self.manage", ACCOUNT, null, "POST /account/second-factor/confirm"),
  "turn a second factor off": offer("self.manage", ACCOUNT, null, "POST /account/second-factor/disable"),
  "renew one's recovery codes": offer(
    "self.manage",
    ACCOUNT,
    null,
    "POST /account/second-factor/recovery-codes",
  ),
  "choose what one is told of by mail": offer(
    "self.manage",
    "/notices",
    (main) => main.getByRole("region", { name: "Email" }),
    "PATCH /notices/mail",
  ),
  "mark notices as read": offer("self.manage", "/notices", null, "POST /notices/read"),
  "end a session of one's own": offer(
    "self.manage",
    "/settings/sessions",
    null,
    "DELETE /sessions/ses_00000000000000000000000000",
  ),
};

const SSO = "/settings/sso";
const SECURITY = {
  "rotate the data key": offer(
    "encryption.rotate",
    "/settings/security",
    button("Rotate now"),
    "POST /encryption/rotate",
  ),
  "prepare an import of one's own key": offer(
    "encryption.customer_key",
    "/settings/security",
    button("Import a key"),
    "POST /encryption/key-imports",
  ),
  "import one's own key": offer(
    "encryption.customer_key",
    "/settings/security",
    null,
    "POST /encryption/import",
  ),
  "withdraw one's own key": offer(
    "encryption.customer_key",
    "/settings/security",
    null,
    "POST /encryption/withdraw",
  ),
  "go back to Parley's own keys": offer(
    "encryption.customer_key",
    "/settings/security",
    null,
    "POST /encryption/leave",
  ),
  "connect a provider": offer("sso.manage", SSO, button("Save"), "PUT /sso"),
  "test a provider": offer("sso.manage", SSO, button("Test connection"), "POST /sso/check"),
  "make a break-glass code": offer("sso.manage", SSO, button("Create code"), "POST /sso/break-glass"),
  "take a break-glass code away": offer("sso.manage", SSO, null, "DELETE /sso/break-glass"),
};

const STAFF = "/settings/staff-access";
const STAFF_ACCESS = {
  "let staff in": offer(
    "staff_access.manage",
    STAFF,
    button(/^Approve access for /),
    "POST /staff-access/{asked_ticket}/approve",
  ),
  "refuse staff": offer(
    "staff_access.manage",
    STAFF,
    button(/^Refuse access for /),
    "POST /staff-access/{asked_ticket}/refuse",
  ),
  "end a staff access": offer(
    "staff_access.manage",
    STAFF,
    button(/^End access of /),
    "POST /staff-access/{active_ticket}/end",
  ),
};

const WEBHOOK = "/webhooks/{webhook}";
const DATA = {
  "create a webhook": offer("webhooks.manage", "/webhooks", button("Create webhook"), "POST /webhooks"),
  "change a webhook": offer("webhooks.manage", WEBHOOK, button("Edit"), "PATCH /webhooks/{webhook}"),
  "test a webhook": offer(
    "webhooks.manage",
    WEBHOOK,
    button("Send test event"),
    "POST /webhooks/{webhook}/test",
  ),
  "rotate a webhook's secret": offer(
    "webhooks.manage",
    WEBHOOK,
    button("Rotate secret"),
    "POST /webhooks/{webhook}/rotate",
  ),
  "replay events": offer(
    "webhooks.manage",
    WEBHOOK,
    button("Replay events"),
    "POST /webhooks/{webhook}/replay",
  ),
  "replay a delivery": offer(
    "webhooks.manage",
    WEBHOOK,
    null,
    "POST /webhooks/{webhook}/deliveries/{delivery}/replay",
  ),
  "delete a webhook": offer("webhooks.manage", WEBHOOK, button("Delete"), "DELETE /webhooks/{webhook}"),
  "see deletions": offer(
    "contacts.erase",
    "/settings/deletions",
    (main) => main.getByRole("table", { name: "Deletions" }),
    "GET /deletions",
  ),
  "export records": offer("exports.manage", "/settings/exports", button("New export"), "POST /exports"),
};

/** Controls of the pages below Settings. */
export const SETTINGS = {
  ...DATA,
  ...WORKSPACE,
  ...KEYS,
  ...PEOPLE,
  ...SELF,
  ...SECURITY,
  ...STAFF_ACCESS,
};
