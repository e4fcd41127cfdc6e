import { button, link, menuItem, offer, ownOffer } from "./offer";

/** The button of the agent's menu. */
const MORE = "More actions";

const AGENTS = {
  "make an agent": offer("agents.write", "/agents", button("New agent"), "POST /agents"),
  "import an agent": offer("agents.write", "/agents", button("Import"), "POST /agents"),
  "save an agent": offer("agents.write", "/agents/{live}", button("Discard"), "PATCH /agents/{live}"),
  "duplicate an agent": offer(
    "agents.write",
    "/agents/{live}",
    menuItem("Duplicate"),
    "POST /agents/{live}/duplicate",
    MORE,
  ),
  "deploy an agent": offer(
    "agents.deploy",
    "/agents/{draft}",
    button("Deploy"),
    "POST /agents/{draft}/deploy",
  ),
  // The sample's agent has no traffic split.
  "set a traffic split": offer(
    "agents.deploy",
    "/agents/{live}/versions",
    null,
    "PUT /agents/{live}/traffic-split",
  ),
  "promote a candidate": offer(
    "agents.deploy",
    "/agents/{live}/versions",
    null,
    "POST /agents/{live}/traffic-split/promote",
  ),
  "stop a traffic split": offer(
    "agents.deploy",
    "/agents/{live}/versions",
    null,
    "DELETE /agents/{live}/traffic-split",
  ),
  "archive an agent": offer(
    "agents.deploy",
    "/agents/{live}",
    menuItem("Archive"),
    "DELETE /agents/{live}",
    MORE,
  ),
  "test an agent": offer("calls.write", "/agents/{live}", button("Start test"), "POST /calls"),
};

const NO_SUITE = `/suites/ste_${"0".repeat(26)}`;
const NO_RUN = `${NO_SUITE}/runs/run_${"0".repeat(26)}`;
const SUITES = {
  "make a suite": offer("agents.write", "/agents/{live}/tests", link("New suite"), "POST /suites"),
  // The sample's agent has no suite.
  "change a suite": offer("agents.write", "/agents/{live}/tests", null, `PATCH ${NO_SUITE}`),
  "delete a suite": offer("agents.write", "/agents/{live}/tests", null, `DELETE ${NO_SUITE}`),
  "run a suite": offer("agents.write", "/agents/{live}/tests", null, `POST ${NO_SUITE}/runs`),
  // The sample's failed calls belong to others of its agents.
  "dismiss a proposed test case": offer(
    "agents.write",
    "/agents/{live}/tests",
    null,
    `DELETE /agents/{live}/case-proposals/call_${"0".repeat(26)}`,
  ),
  "cancel a run of a suite": offer("agents.write", "/agents/{live}/tests", null, `POST ${NO_RUN}/cancel`),
};

const SCORES = {
  "change criteria": offer(
    "agents.write",
    "/agents/{live}/scores",
    button("Add criterion"),
    "PUT /agents/{live}/scorecard",
  ),
  // The sample's agent has no criteria.
  "judge calls again": offer("agents.write", "/agents/{live}/scores", null, "POST /agents/{live}/score-runs"),
  "cancel judging calls again": offer(
    "agents.write",
    "/agents/{live}/scores",
    null,
    `POST /agents/{live}/score-runs/srn_${"0".repeat(26)}/cancel`,
  ),
  // The sample's call has no score.
  "mark a call": offer("calls.write", "/calls/{settled}", null, "PUT /calls/{settled}/scores/politeness"),
};

const NO_COMMENT = `/calls/{settled}/comments/cmt_${"0".repeat(26)}`;
const CALLS = {
  "write notes on a call": offer(
    "calls.write",
    "/calls/{settled}",
    (main) => main.getByRole("textbox", { name: "Notes" }),
    "PATCH /calls/{settled}",
  ),
  "comment on a call": offer(
    "calls.write",
    "/calls/{settled}",
    (main) => main.getByRole("textbox", { name: "Comment", exact: true }),
    "POST /calls/{settled}/comments",
  ),
  // The sample's call has no comment.
  "change a comment": offer("calls.write", "/calls/{settled}", null, `PATCH ${NO_COMMENT}`),
  "delete a comment": offer("calls.write", "/calls/{settled}", null, `DELETE ${NO_COMMENT}`),
  "place a call": offer("calls.write", "/contacts/{contact}", button("Place call"), "POST /calls"),
  "delete a call": offer("calls.delete", "/calls/{settled}", button("Delete"), "DELETE /calls/{settled}"),
  "hold a call": offer(
    "holds.place",
    "/calls/{settled}",
    button("Place hold"),
    "PUT /calls/{settled}/legal-hold",
  ),
  // The sample's has none.
  "release a call": offer("holds.release", "/calls/{settled}", null, "DELETE /calls/{settled}/legal-hold"),
  // It appears once rows are selected.
  "export selected calls": offer("exports.manage", "/calls", null, "POST /exports/selection"),
  "take over a call": offer("calls.take_over", "/calls/{running}", null, "POST /calls/{running}/take-over"),
  "listen to a call": offer("calls.listen", "/calls/{running}", null, "POST /calls/{running}/listen"),
  "end a call": offer("calls.write", "/calls/{running}", button("End call"), "POST /calls/{running}/end"),
  "send a message in a test": offer("calls.write", "/agents/{live}", null, "POST /calls/{running}/messages"),
};

const VIEWS = {
  "save a view": offer("views.use", "/calls", null, "POST /views"),
  "change a view": offer("views.use", "/calls", null, "PATCH /views/view_00000000000000000000000000"),
  "delete a view": offer("views.use", "/calls", null, "DELETE /views/view_00000000000000000000000000"),
};

const FIGURES = {
  "take a chart as a file": offer(
    "analytics.export",
    "/analytics",
    link("Outcomes as CSV"),
    "GET /analytics/charts/outcomes",
  ),
};

const CONTACTS = {
  "make a contact": offer("contacts.write", "/contacts", button("New contact"), "POST /contacts"),
  "import contacts": offer(
    "contacts.write",
    "/contacts",
    button("Import"),
    "POST /contacts/imports?of_no_route=1",
  ),
  "preview an import of contacts": offer(
    "contacts.write",
    "/contacts",
    button("Import"),
    "POST /contacts/imports/preview?of_no_route=1",
  ),
  "edit a contact": offer(
    "contacts.write",
    "/contacts/{contact}",
    button("Edit"),
    "PATCH /contacts/{contact}",
  ),
  "add to a contact's ledger": offer(
    "contacts.write",
    "/contacts/{contact}",
    button("Add entry"),
    "POST /contacts/{contact}/consents",
  ),
  "suppress a contact": offer(
    "contacts.write",
    "/contacts/{contact}",
    button("Change"),
    "PUT /contacts/{contact}/suppression",
  ),
  "lift a suppression": offer(
    "contacts.write",
    "/contacts/{contact}",
    button("Lift"),
    "DELETE /contacts/{contact}/suppression",
  ),
  "delete a contact": offer(
    "contacts.delete",
    "/contacts/{contact}",
    button("Delete"),
    "DELETE /contacts/{contact}",
  ),
  "hold a contact": offer(
    "holds.place",
    "/contacts/{contact}",
    button("Place hold"),
    "PUT /contacts/{contact}/legal-hold",
  ),
  // The sample's has none.
  "release a contact": offer(
    "holds.release",
    "/contacts/{contact}",
    null,
    "DELETE /contacts/{contact}/legal-hold",
  ),
  "ask for a contact's file": offer(
    "exports.manage",
    "/contacts/{contact}",
    button("Export their data"),
    "POST /contacts/{contact}/access-request",
  ),
  "erase a contact's data": offer(
    "contacts.erase",
    "/contacts/{contact}",
    button("Erase data"),
    "DELETE /contacts/{contact}/data",
  ),
};

const STEP = "/campaigns/new?id={campaign}&step=";
const CAMPAIGNS = {
  "make a campaign": offer("campaigns.write", "/campaigns", link("New campaign"), "POST /campaigns"),
  "go on with a campaign's draft": offer(
    "campaigns.write",
    "/campaigns/{campaign}",
    link("Continue"),
    "PATCH /campaigns/{campaign}",
  ),
  "add contacts to a campaign": offer(
    "campaigns.write",
    `${STEP}contacts`,
    button("Add contacts"),
    "POST /campaigns/{campaign}/contacts",
  ),
  "take everybody out of a campaign": offer(
    "campaigns.write",
    `${STEP}contacts`,
    button("Remove all contacts"),
    "DELETE /campaigns/{campaign}/contacts",
  ),
  "take somebody out of a campaign": offer(
    "campaigns.write",
    `${STEP}contacts`,
    button(/^Remove \+\d+$/),
    "DELETE /campaigns/{campaign}/contacts/{contact}",
  ),
  // Every member who can read a campaign can send this request; the page that creates campaigns does.
  "check a campaign": offer("campaigns.read", "/campaigns", null, "POST /campaigns/{campaign}/preflight"),
  "launch a campaign": offer(
    "campaigns.write",
    `${STEP}check`,
    button("Launch"),
    "POST /campaigns/{campaign}/launch",
  ),
  // The sample's campaign is a draft, which has no results.
  "take a campaign's results": offer(
    "campaigns.write",
    "/campaigns/{campaign}",
    null,
    "GET /campaigns/{campaign}/results",
  ),
  "pause a campaign": offer(
    "campaigns.write",
    "/campaigns/{campaign}",
    null,
    "POST /campaigns/{campaign}/pause",
  ),
  "resume a campaign": offer(
    "campaigns.write",
    "/campaigns/{campaign}",
    null,
    "POST /campaigns/{campaign}/resume",
  ),
  "cancel a campaign": offer(
    "campaigns.write",
    "/campaigns/{campaign}",
    button("Cancel campaign"),
    "POST /campaigns/{campaign}/cancel",
  ),
};

const TOOLS = {
  "make a tool": offer("tools.write", "/tools", link("New tool"), "POST /tools"),
  "save a tool": offer("tools.write", "/tools/{tool}", button("Save"), "PATCH /tools/{tool}"),
  "delete a tool": offer("tools.write", "/tools/{tool}", button("Delete"), "DELETE /tools/{tool}"),
  "run a tool": offer(
    "tools.write",
    "/tools/{tool}",
    (main) => main.getByRole("button", { name: "Run", exact: true, disabled: false }),
    "POST /tools/{tool}/dry-run",
  ),
  "connect an integration": offer(
    "integrations.manage",
    "/integrations",
    button("Connect"),
    "POST /integrations",
  ),
  "check a carrier's set-up": offer(
    "integrations.manage",
    "/integrations",
    ownOffer("Check setup of Carrier"),
    "POST /integrations/{integration}/check",
  ),
  "set the limits of a SIP trunk": offer(
    "integrations.manage",
    "/integrations",
    ownOffer("Limits of Trunk"),
    "PUT /integrations/{trunk}/limits",
  ),
  "set the inbound routes of a SIP trunk": offer(
    "numbers.manage",
    "/call-routes",
    ownOffer("Add inbound route to Trunk"),
    "PUT /integrations/{trunk}/inbound-routes",
  ),
  "set the outbound routes": offer(
    "numbers.manage",
    "/call-routes",
    button("Add outbound route"),
    "PUT /outbound-routes",
  ),
  "set the cost limits": offer(
    "integrations.manage",
    "/settings/costs",
    button("Save limits"),
    "PUT /cost-limits",
  ),
  "set the prices": offer("integrations.manage", "/settings/costs", button("Save prices"), "PUT /prices"),
  "lift the limits of a SIP trunk": offer(
    "integrations.manage",
    "/integrations",
    null,
    "POST /integrations/{trunk}/limits/lift",
  ),
  "disconnect an integration": offer(
    "integrations.manage",
    "/integrations",
    ownOffer("Disconnect Orders"),
    "DELETE /integrations/{integration}",
  ),
};

/** Controls of the other pages. */
export const WORK = {
  ...AGENTS,
  ...SUITES,
  ...SCORES,
  ...CALLS,
  ...VIEWS,
  ...FIGURES,
  ...CONTACTS,
  ...CAMPAIGNS,
  ...TOOLS,
};
