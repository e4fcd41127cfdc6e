// The directions of imports. Tests may import anything.
const TESTS = "(\\.test\\.[a-z]+$|/testing/|(^|/)test/|^e2e/)";

/**
 * The architecture: each group of `lib/`, and each module in a group, may import only what stands above it in this
 * list. `*` stands for the group's own files. A folder of `lib/` that is missing here cannot be imported.
 */
const LAYERS = {
  platform: [
    "*",
    "db",
    "crypto",
    "egress",
    "storage",
    "mail",
    "context",
    "audit",
    "jobs",
    "limits",
    "live",
    "health",
    "backup",
  ],
  masking: ["*"],
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
  agents: ["models", "integrations", "phone-numbers", "tools", "agents"],
  calls: ["conversation", "offline", "calls", "recordings"],
  outreach: ["dialing", "texting", "offline", "carriers", "campaigns", "imports"],
  voice: ["*", "provider-checks"],
  data: ["exports", "analytics", "subprocessors", "erasure", "webhooks", "retention", "metrics"],
  http: ["*"],
};
/** Groups that are one module: all their files import each other. */
const WHOLE = ["masking", "voice", "http"];

/** Patterns of the paths of each module, in the order of the layers. */
const MODULES = Object.entries(LAYERS).flatMap(([group, modules]) =>
  modules.map((module) => {
    if (module !== "*") return { name: `${group}/${module}`, path: `^lib/${group}/${module}/` };
    return WHOLE.includes(group)
      ? { name: group, path: `^lib/${group}/(?!(${modules.slice(1).join("|") || "-"})/)` }
      : { name: group, path: `^lib/${group}/[^/]+$` };
  }),
);
// The generated table of routes is the one place where `lib` names the app.
const ROUTES = "^lib/http/routes\\.gen\\.ts$";

/** Modules whose files other modules import one by one: small tools, without state of the product. */
const OPEN = [
  "^lib/platform/[^/]+$",
  "^lib/platform/(crypto|db|egress|storage|context|audit|jobs|limits)/",
  "^lib/(masking|http)/",
  "^lib/identity/access/",
];
/** A module's entry points: its index for code on the server, its schema (zod only) for any code. */
const ENTRY_POINTS = [
  "^lib/(voice|[^/]+/[^/]+)/(index|schema)\\.tsx?$",
  "^lib/[^/]+/offline/[^/]+/index\\.ts$",
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
      "Files that import each other are one file, or three. Test code included.",
      { pathNot: [] },
      { circular: true },
    ),
    ...MODULES.slice(0, -1).map(({ name, path }, index) =>
      rule(
        `layer-${name}`,
        `${name} imports only modules that stand before it in LAYERS.`,
        { path },
        { path: MODULES.slice(index + 1).map((later) => later.path) },
      ),
    ),
    rule(
      "known-modules",
      "LAYERS lists every module of lib.",
      {},
      { path: "^lib/", pathNot: MODULES.map(({ path }) => path) },
    ),
    rule(
      "lib-without-app",
      "Pages and processes are composed from lib, never the other way around.",
      { path: "^lib/", pathNot: [TESTS, ROUTES] },
      { path: "^(app|bin|components)/" },
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
      "Tables that are read before the workspace is known are queried by identity/auth alone, and written by the modules that own their rows.",
      {
        path: "^(app|bin|lib|components)/",
        pathNot: [TESTS, "^lib/identity/(auth|workspaces|members)/", "^lib/platform/db/"],
      },
      { path: "^lib/platform/db/identity" },
    ),
    rule(
      "entry-points",
      "A module is imported through its index or its schema.",
      {
        path: "^(app|bin|components|lib/(?:masking|voice|http|[^/]+/[^/]+))/",
        pathNot: [TESTS, ROUTES, "^lib/[^/]+/offline/"],
      },
      { path: "^lib/", pathNot: [...ENTRY_POINTS, ...OPEN, "^$1/"] },
    ),
    rule(
      "entry-points-of-other-groups",
      "An offline stand-in implements its group's ports and may import them; other groups it imports through their entry points.",
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
      "no-test-code",
      "Production code does not import test code.",
      { path: "^(app|bin|lib|components)/" },
      // A route's folder is named for its address, which may end in `/test`.
      { path: "(/testing/|\\.test\\.|(^|/)test/|^e2e/)", pathNot: "^app/v1/.*/route\\.ts$" },
    ),
    rule(
      "no-development-packages",
      "Production code imports production dependencies.",
      { path: "^(app|bin|lib|components)/" },
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
