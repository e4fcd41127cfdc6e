// The directions of the house: app, bin → edges → domain → shared → base → foundation. Tests may reach anywhere.
const TESTS = "(\\.test\\.[a-z]+$|/testing/|(^|/)test/|^e2e/)";
const FOUNDATION = "^lib/[^/]+\\.ts$";
const BASE = "^lib/(crypto|db|egress|masking|storage)/";
const SHARED = "^lib/(context|access|audit|jobs|limits)/";
const EDGES = "^lib/(http|auth|voice|carriers|provider-checks)/";
// The table of routes is generated, and is the one place where an edge names the app.
const ROUTES = "^lib/http/routes\\.gen\\.ts$";

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
      "Two files that need each other when they run are one file, or three; a type may look back.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    rule(
      "foundation",
      "Foundation files know nothing of the rest.",
      { path: FOUNDATION },
      { path: "^(lib|app|bin|components)/", pathNot: FOUNDATION },
    ),
    rule(
      "base",
      "Base rooms know the foundation and each other.",
      { path: BASE },
      { path: "^(lib|app|bin|components)/", pathNot: [FOUNDATION, BASE] },
    ),
    rule(
      "shared",
      "Shared rooms know base rooms, and no domain: bin/worker.ts maps a job's name to a verb.",
      { path: SHARED },
      { path: "^(lib|app|bin|components)/", pathNot: [FOUNDATION, BASE, SHARED] },
    ),
    rule(
      "domain",
      "The domain knows no edge, no page and no process.",
      { path: "^lib/", pathNot: [TESTS, FOUNDATION, BASE, SHARED, EDGES] },
      { path: ["^(app|bin|components)/", EDGES] },
    ),
    rule(
      "domain-without-frameworks",
      "Rules of the product do not depend on what shows them.",
      { path: "^lib/", pathNot: [TESTS, EDGES] },
      { path: "^node_modules/(next|next-auth|react|react-dom|@mantine)/" },
    ),
    rule(
      "edges",
      "Edges are composed by app and bin.",
      { path: EDGES, pathNot: [TESTS, ROUTES] },
      { path: "^(app|bin|components)/" },
    ),
    rule(
      "nothing-knows-bin",
      "Composition roots are roots.",
      { path: "^(app|lib|components)/" },
      { path: "^bin/" },
    ),
    rule(
      "identity-door",
      "Tables that are read before a workspace is known are reached from lib/auth alone, and made by the rooms that own their rows.",
      { path: "^(app|bin|lib|components)/", pathNot: [TESTS, "^lib/(auth|db|workspaces|members)/"] },
      { path: "^lib/db/identity" },
    ),
    rule(
      "two-doors",
      "A room of the domain is entered through its index or its schema.",
      { path: "^(app|bin|lib/([^/]+))/", pathNot: [TESTS, ROUTES] },
      {
        path: "^lib/[^/]+/",
        pathNot: ["^lib/[^/]+/(index|schema)\\.tsx?$", BASE, SHARED, "^lib/http/", "^lib/$2/"],
      },
    ),
    rule(
      "schema-is-pure",
      "A schema is safe in a browser.",
      { path: "^lib/[^/]+/schema\\.ts$" },
      { path: "^(lib/(db|crypto|env|log)|node:|fs$)" },
    ),
    rule(
      "no-test-code",
      "Production code never asks whether it is under test.",
      { path: "^(app|bin|lib|components)/" },
      // A route's folder is named for its address, which may end in `/test`.
      { path: "(/testing/|\\.test\\.|(^|/)test/|^e2e/)", pathNot: "^app/v1/.*/route\\.ts$" },
    ),
    rule(
      "no-development-packages",
      "What runs is a dependency.",
      { path: "^(app|bin|lib|components)/" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    ),
    rule("resolvable", "Every import leads somewhere.", {}, { couldNotResolve: true }),
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
