import { beforeAll, expect, test } from "vitest";
import { parseYaml } from "./manifests";
import { metricsIn, read, readMetricNames } from "./product";

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary?: string; runbook?: string };
};
type Rules = { groups: { name: string; rules: Rule[] }[] };
type ScrapeConfig = { rule_files: string[]; scrape_configs: { job_name: string }[] };
type Panel = { id: number; title: string; type: string; targets?: { refId: string; expr: string }[] };

const FOLDER = "deploy/observability";
const GUIDE = "docs/operations.md";
/** Metrics that are not Parley's. `up` is Prometheus' own. */
const FOREIGN = ["up"];

let productMetrics: Set<string>;
beforeAll(async () => {
  productMetrics = await readMetricNames();
});

const readRules = (): Rule[] =>
  (parseYaml(read(`${FOLDER}/alerts.yaml`)) as Rules[]).flatMap(({ groups }) =>
    groups.flatMap(({ rules }) => rules),
  );
const readPanels = (): Panel[] =>
  (JSON.parse(read(`${FOLDER}/dashboard.json`)) as { panels: Panel[] }).panels;
const unknownMetrics = (text: string) => metricsIn(text).filter((name) => !productMetrics.has(name));

/** The name of a histogram without the suffix of its series. */
const familyOf = (name: string) => name.replace(/_(?:bucket|count|sum)$/, "");

/** The faults of a rule. `runbooks`: the headings of the guide. */
function findRuleProblems({ alert, expr, labels, annotations }: Rule, runbooks: readonly string[]): string[] {
  const { summary = "", runbook } = annotations;
  return [
    ...unknownMetrics(expr).map((name) => `${alert} reads ${name}, which the product does not export.`),
    ...(metricsIn(expr).length > 0 || FOREIGN.some((name) => expr.startsWith(name))
      ? []
      : [`${alert} reads no metric.`]),
    ...(summary.endsWith(".") ? [] : [`${alert} has no summary.`]),
    ...(["page", "ticket"].includes(labels.severity)
      ? []
      : [`${alert} has the severity ${labels.severity}.`]),
    ...(runbook === `${GUIDE}#${alert.toLowerCase()}` && runbooks.includes(alert)
      ? []
      : [`${alert} has no runbook.`]),
  ];
}

const readRunbooks = (): string[] =>
  [...read(GUIDE).matchAll(/^### (Parley\w+)$/gm)].map(([, name = ""]) => name);

test("each alert reads existing metrics, and has a summary and a runbook; each runbook has an alert", () => {
  const rules = readRules();
  const runbooks = readRunbooks();
  expect(rules.length).toBeGreaterThan(15);
  expect(rules.flatMap((rule) => findRuleProblems(rule, runbooks))).toEqual([]);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(runbooks.sort());
});

test.each([
  ["reads parley_gone_total", { expr: "sum(parley_gone_total) > 0" }],
  ["reads parley_voice_frame_lateness_seconds_sum", { expr: "parley_voice_frame_lateness_seconds_sum > 1" }],
  ["reads no metric", { expr: "vector(1)" }],
  ["no summary", { annotations: { runbook: `${GUIDE}#parleydown` } }],
  ["no runbook", { alert: "ParleyGone" }],
  ["the severity critical", { labels: { severity: "critical" } }],
])("a fault of an alert is found: %s", (fault, change) => {
  const rule = readRules().find(({ alert }) => alert === "ParleyDown");
  if (rule === undefined) throw new Error("There is no alert ParleyDown.");
  expect(findRuleProblems({ ...rule, ...change }, readRunbooks()).join()).toContain(fault);
});

test("the tests of the alerts name alerts and metrics that exist", () => {
  const text = read(`${FOLDER}/alerts.test.yaml`);
  const alerts = [...text.matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
  expect(new Set(alerts).size).toBeGreaterThan(8);
  expect(readRules().map(({ alert }) => alert)).toEqual(expect.arrayContaining(alerts));
  expect(unknownMetrics(text)).toEqual([]);
});

test("each panel of the dashboard shows existing metrics", () => {
  const panels = readPanels();
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(30);
  expect(unknownMetrics(queries.join("\n"))).toEqual([]);
  expect(unknownMetrics(`${queries.join("\n")} parley_gone`)).toEqual(["parley_gone"]);
  expect(queries.filter((query) => metricsIn(query).length === 0)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, type, targets } of panels) {
    expect([title, type === "row" || (targets?.length ?? 0) > 0]).toEqual([title, true]);
    expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length ?? 0);
  }
});

test("each metric of the product is on the dashboard, but for details of Node and of the process", () => {
  const onDashboard = new Set(metricsIn(read(`${FOLDER}/dashboard.json`)).map(familyOf));
  const hidden = [...productMetrics]
    .map(familyOf)
    .filter((name) => !/^parley_(?:nodejs|process)_/.test(name) && !onDashboard.has(name));
  expect(hidden).toEqual([]);
});

test("each metric of the product is described in the guide of operations", () => {
  // A row names the second metric of a pair without its first words: `…_oldest_due_seconds`.
  const guide = read(GUIDE).replaceAll("`…_oldest", "`parley_webhook_deliveries_oldest");
  const described = new Set(metricsIn(guide).map(familyOf));
  const missing = [...productMetrics]
    .map(familyOf)
    .filter((name) => !/^parley_(?:nodejs|process)_/.test(name) && !described.has(name));
  expect(missing).toEqual([]);
});

test.each(["prometheus.yaml", "prometheus-kubernetes.yaml"])(
  "the alerts select the processes that %s scrapes",
  (file) => {
    const [config] = parseYaml(read(`${FOLDER}/${file}`)) as ScrapeConfig[];
    const down = readRules().find(({ alert }) => alert === "ParleyDown")?.expr ?? "";
    const [, selected = ""] = /job=~"([^"]+)"/.exec(down) ?? [];
    const jobs = config?.scrape_configs.map(({ job_name: name }) => name) ?? [];
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect(job).toMatch(new RegExp(`^(?:${selected})$`));
    expect(config?.rule_files).toEqual(["alerts.yaml"]);
  },
);
