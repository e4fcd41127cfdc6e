// The directions of imports. Tests may import anything.
const TESTS =
  "(\\.test\\.[a-z]+$|^(test|e2e|bench)/|^messages/testing/|^(lib|app|components|bin)/.*/testing/|^(lib|components|bin)/.*/test/)";

/**
 * The architecture: a module of `lib/` imports only modules above it, and a folder of a module only folders before it in
 * its row. `*` stands for the files beside the folders, `**` for everything that the row does not name. A folder that is
 * missing here cannot be imported.
 */
const LAYERS = {
  platform: [
    "reasons",
    "*",
    "audio",
    "rtp",
    "telemetry",
    "key-sources",
    "db",
    "crypto",
    "egress",
    "stir",
    "sip",
    "storage",
    "mail",
    "context",
    "search",
    "audit",
    "verify",
    "jobs",
    "backfills",
    "limits",
    "overload",
    "live",
    "gateways",
    "health",
    "backup",
  ],
  masking: ["**"],
  identity: [
    "access",
    "workspaces",
    "plans",
    "encryption",
    "notices",
    "keys",
    "members",
    "sso",
    "staff",
    "invitations",
    "auth",
  ],
  contacts: ["consent", "contacts", "policy"],
  agents: [
    "prices",
    "cost-limits",
    "models",
    "speech-models",
    "providers",
    "integrations",
    "phone-numbers",
    "inbound-routes",
    "tools",
    "agents",
    "traffic-splits",
    "scorecards",
  ],
  calls: [
    "conversation",
    "offline",
    "judge",
    "calls",
    "costs",
    "split-comparisons",
    "comments",
    "scores",
    "score-runs",
    "sip-messages",
    "recordings",
    "joins",
  ],
  outreach: [
    "dialing",
    "texting",
    "offline",
    "trunk-limits",
    "trunk-tries",
    "outbound-routes",
    "carriers",
    "route-previews",
    "integration-checks",
    "campaigns",
    "imports",
  ],
  voice: ["**"],
  suites: ["lines", "cases", "suites", "runs", "call-cases", "proposals"],
  data: [
    "exports",
    "analytics",
    "subprocessors",
    "erasure",
    "webhooks",
    "retention",
    "views",
    "search",
    "metrics",
    "setup",
    "explanations",
    "demo",
  ],
  http: ["**"],
};
/** The path pattern of an entry of LAYERS. */
function patternOf(module, folder) {
  if (folder === "*") return `^lib/${module}/[^/]+$`;
  if (folder !== "**") return `^lib/${module}/${folder}/`;
  const named = LAYERS[module].filter((entry) => entry !== folder).map((entry) => `(?!${entry}/)`);
  return `^lib/${module}/${named.join("")}`;
}

/** Name and path pattern of each entry, lowest first. */
const FOLDERS = Object.entries(LAYERS).flatMap(([module, folders]) =>
  folders.map((folder) => ({
    name: folder.startsWith("*") ? module : `${module}/${folder}`,
    path: patternOf(module, folder),
  })),
);
// The generated table of routes is the one place where `lib` names the app.
const ROUTES = "^lib/http/routes\\.gen\\.ts$";

/** Folders whose files are imported one by one, as most hold a tool each and an index would load all of them. */
const OPEN = [
  "^lib/platform/[^/]+$",
  "^lib/platform/(reasons|audio|telemetry|key-sources|crypto|db|egress|storage|context|search|audit|verify|jobs|limits)/",
  "^lib/(masking|http)/",
  "^lib/identity/access/",
  // The pages load the few files that they need, and not the modules that the other processes count.
  "^lib/data/metrics/",
];
/** A folder's entry points: its index for code on the server, its schema (zod only) and its values (no imports) for any code. */
const ENTRY_POINTS = [
  "^lib/(voice|[^/]+/[^/]+)/(index|schema|values)\\.tsx?$",
  "^lib/[^/]+/offline/[^/]+/index\\.ts$",
];

/** Pages that read or check data by schemas from the start, and the check of the builder, which is loaded on request. */
const PAGES_WITH_SCHEMAS = [
  "^app/w/[^/]+/[^/]+/agents/[^/]+/_components/draft-problems\\.ts$",
  "^app/w/[^/]+/[^/]+/(integrations|webhooks)/_components/",
];

const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: { pathNot: TESTS, ...from },
  to,
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "Two files that import each other cannot be read or loaded one by one. Move what both need into a third file. Test code included.",
      { pathNot: [] },
      { circular: true },
    ),
    ...FOLDERS.slice(0, -1).map(({ name, path }, index) =>
      rule(
        `layer-${name}`,
        `${name} imports only what stands before it in LAYERS.`,
        { path },
        { path: FOLDERS.slice(index + 1).map((later) => later.path) },
      ),
    ),
    rule(
      "known-folders",
      "LAYERS lists every folder of lib that is imported.",
      {},
      { path: "^lib/", pathNot: FOLDERS.map(({ path }) => path) },
    ),
    rule(
      "lib-without-app",
      "Pages and processes are composed from lib, never the other way around. lib takes only the texts of mails from the catalog, and the types of the keys that providers' forms name.",
      { path: "^lib/", pathNot: [TESTS, ROUTES] },
      {
        path: "^(app|bin|components|messages)/",
        pathNot: "^messages/(server-translator|en/(emails|providers))\\.ts$",
      },
    ),
    rule(
      "lib-without-frameworks",
      "The product's rules do not depend on how they are shown.",
      { path: "^lib/", pathNot: [TESTS, "^lib/(http|identity/auth)/"] },
      { path: "^node_modules/(next|next-auth|react|react-dom|@mantine)/" },
    ),
    rule(
      "processes-are-roots",
      "No module imports a process.",
      { path: "^(app|components)/" },
      { path: "^bin/" },
    ),
    rule(
      "identity-tables",
      "Tables that are read before the workspace is known are reached from identity/auth, which reads them, and from the folders that own their rows.",
      {
        path: "^(app|bin|lib|components)/",
        pathNot: [TESTS, "^lib/identity/(auth|workspaces|members)/", "^lib/platform/db/"],
      },
      { path: "^lib/platform/db/identity" },
    ),
    rule(
      "entry-points",
      "A folder is imported through its index, its schema or its values.",
      {
        path: "^(app|bin|components|lib/(?:masking|voice|http|[^/]+/[^/]+))/",
        pathNot: [TESTS, ROUTES, "^lib/[^/]+/offline/"],
      },
      { path: "^lib/", pathNot: [...ENTRY_POINTS, ...OPEN, "^$1/"] },
    ),
    rule(
      "offline-entry-points",
      "An offline implementation can import files of its module, whose interfaces it implements. It imports other modules through their entry points.",
      { path: "^lib/([^/]+)/offline/" },
      { path: "^lib/", pathNot: [...ENTRY_POINTS, ...OPEN, "^lib/$1/"] },
    ),
    rule(
      "schema-is-pure",
      "A schema is safe in a browser.",
      { path: ["^lib/[^/]+/schema\\.ts$", "^lib/[^/]+/[^/]+/schema\\.ts$"] },
      { path: "^(lib/platform/(db|crypto|env|log)|node:|fs$)" },
    ),
    rule(
      "pages-without-schemas",
      "A schema loads zod, which most visits do not need. A form loads its schema when it is used (docs/decisions/0079).",
      {
        path: ["^components/", "^app/.*/_components/"],
        pathNot: [TESTS, ...PAGES_WITH_SCHEMAS],
      },
      { path: "^lib/.*/schema\\.ts$", dependencyTypesNot: ["type-only", "dynamic-import"] },
    ),
    rule(
      "values-are-pure",
      "Values are loaded with each page that shows one of them, so they have no imports.",
      { path: "^lib/.*/values\\.ts$", pathNot: [TESTS, "^lib/outreach/offline/"] },
      { path: "." },
    ),
    rule(
      "no-test-code",
      "Production code does not import test code.",
      { path: "^(app|bin|lib|components|messages)/" },
      { path: TESTS },
    ),
    rule(
      "no-development-packages",
      "What runs from the sources' packages imports production dependencies. Pages are bundled with theirs.",
      { path: "^(bin|lib)/" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    ),
    rule("resolvable", "Every import resolves.", {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|\\.data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
