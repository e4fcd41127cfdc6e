import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openMetrics } from "@/lib/data/metrics";
import { probes } from "@/lib/http/probes";
import { readSecretFile } from "@/lib/platform/crypto/secret-file";
import { freePort } from "@/test/fixtures/free-port";
import { parseEnvironment, readSecretValues } from "./environment";
import {
  KUSTOMIZATION,
  manifestFiles,
  ofKind,
  parseYaml,
  readAdapter,
  readKustomization,
  readManifests,
  UNLISTED,
  workloadsOf,
} from "./manifests";
import {
  type AskProbe,
  environmentOf,
  findGraceProblems,
  findHardeningProblems,
  findKeyProblems,
  findProbeProblems,
  findReferenceProblems,
  findRoleProblems,
  findScalingProblems,
  findSelectorProblems,
  findVariableProblems,
} from "./problems";
import { IMAGE_ENVIRONMENT, KEY_FILES, read, readMetricNames } from "./product";

/** The paths that a worker's metrics port answers without a token. */
const metricsPaths = new Set<string>();
let productMetrics: Set<string>;

/** Whether the probes of a server answer a path, and whether they do so at once: the parts are asked asynchronously. */
function askServer(path: string): { exists: boolean; isIndependent: boolean } {
  let isSent = false;
  const response = { writeHead: () => (isSent = true), end: () => undefined } as unknown as ServerResponse;
  const up = async () => true;
  const handle = probes({ database: up, pages: up, calls: up });
  const isHandled = handle({ method: "GET" } as IncomingMessage, response, path);
  return { exists: isHandled, isIndependent: isSent };
}

const ask: AskProbe = (port, path) =>
  port === "http" ? askServer(path) : { exists: metricsPaths.has(path), isIndependent: true };

beforeAll(async () => {
  productMetrics = await readMetricNames();
  const port = await freePort();
  const metrics = openMetrics({ port, isOpen: false, token: "0123456789abcdef0123456789abcdef" });
  for (const path of ["/healthz", "/readyz", "/metrics"])
    if ((await fetch(`http://127.0.0.1:${port}${path}`)).ok) metricsPaths.add(path);
  await metrics.stop();
});

function findProblems(...readFile: Parameters<typeof readManifests>): string[] {
  const manifests = readManifests(...readFile);
  return [
    ...findSelectorProblems(manifests),
    ...findReferenceProblems(manifests),
    ...findVariableProblems(manifests),
    ...findGraceProblems(manifests),
    ...findHardeningProblems(manifests),
    ...findRoleProblems(manifests),
    ...findProbeProblems(manifests, ask),
    ...findScalingProblems(manifests, readAdapter(...readFile), productMetrics),
    ...findKeyProblems(manifests),
  ];
}

test("the manifests of Kubernetes fit together, and to the product", () => {
  expect(workloadsOf(readManifests())).toHaveLength(4);
  expect(findProblems()).toEqual([]);
});

test("every file is part of the kustomization, but for the values of Helm and the example", () => {
  const listed = [...readKustomization().resources, ...UNLISTED, KUSTOMIZATION];
  expect(listed.sort()).toEqual(manifestFiles().sort());
});

/** A fault that replacing a text of a file once causes. */
type Break = [fault: string, file: string, from: string, to: string];
const BREAKS: Break[] = [
  [
    "Service parley-server selects 0 Deployments",
    "server.yaml",
    "  selector:\n    app.kubernetes.io/name: parley\n    app.kubernetes.io/component: server",
    "  selector:\n    app.kubernetes.io/name: parley\n    app.kubernetes.io/component: servers",
  ],
  ["Service parley-gateway: no port web", "gateway.yaml", "targetPort: http", "targetPort: web"],
  [
    "PodDisruptionBudget parley-worker does not select",
    "worker.yaml",
    "    matchLabels:\n      app.kubernetes.io/name: parley\n      app.kubernetes.io/component: worker",
    "    matchLabels:\n      app.kubernetes.io/name: parley",
  ],
  [
    "NetworkPolicy parley-requests: a pod has no port http",
    "network.yaml",
    "values: [server, gateway]",
    "values: [server, worker]",
  ],
  [
    "Ingress parley: no Service parley-gateways",
    "ingress.yaml",
    "service: { name: parley-gateway,",
    "service: { name: parley-gateways,",
  ],
  [
    "Host parley.example.com is in two Ingresses",
    "ingress.yaml",
    "apiVersion:",
    "kind: Ingress\nmetadata: { name: parley-voice }\nspec: { rules: [{ host: parley.example.com, http: { paths: [] } }] }\n---\napiVersion:",
  ],
  ["no Secret parley-key", "worker.yaml", "secretName: parley-keys", "secretName: parley-key"],
  ["no claim parley-states", "server.yaml", "claimName: parley-state", "claimName: parley-states"],
  [
    "no ConfigMap parley-config",
    "worker.yaml",
    "configMapRef: { name: parley }",
    "configMapRef: { name: parley-config }",
  ],
  ["no volume temp", "gateway.yaml", "name: tmp, mountPath", "name: temp, mountPath"],
  [
    "no Secret has the file /run/secrets/parley/database-uri",
    "config.yaml",
    "parley/database-url",
    "parley/database-uri",
  ],
  ["does not read TRUST_PROXIES", "config.yaml", "TRUST_PROXY", "TRUST_PROXIES"],
  ["does not read VOICE_CALLS", "gateway.yaml", "name: VOICE_MAX_CALLS", "name: VOICE_CALLS"],
  ["does not read S3_BUCKET_FILE", "config.yaml", "S3_BUCKET:", "S3_BUCKET_FILE:"],
  ["METRICS_TOKEN is a secret", "config.yaml", "METRICS_TOKEN_FILE", "METRICS_TOKEN"],
  [
    "gateway needs 630 s to end, and has 600",
    "gateway.yaml",
    "terminationGracePeriodSeconds: 640",
    "terminationGracePeriodSeconds: 600",
  ],
  ["gateway needs 930 s", "gateway.yaml", 'value: "600"', 'value: "900"'],
  [
    "can gain rights or write",
    "worker.yaml",
    "readOnlyRootFilesystem: true",
    "readOnlyRootFilesystem: false",
  ],
  ["does not run as 10001", "server.yaml", "runAsUser: 10001", "runAsUser: 1000"],
  [
    "has a token of the cluster",
    "migrate.yaml",
    "automountServiceAccountToken: false",
    "automountServiceAccountToken: true",
  ],
  [
    "worker has no resources",
    "worker.yaml",
    "requests: { cpu: 500m, memory: 768Mi",
    "requests: { memory: 768Mi",
  ],
  ["no role gate", "gateway.yaml", "--only=gateway", "--only=gate"],
  ["no command migration", "migrate.yaml", "[bin/run.mjs, migrate]", "[bin/run.mjs, migration]"],
  ["port metrics is 9465", "worker.yaml", "containerPort: 9465", "containerPort: 9464"],
  [
    "/var/lib/parley/secrets is not mounted",
    "gateway.yaml",
    "mountPath: /var/lib/parley/secrets",
    "mountPath: /var/lib/parley/keys",
  ],
  [
    "livenessProbe: nothing answers /livez at http",
    "server.yaml",
    "livenessProbe:\n            httpGet: { path: /healthz",
    "livenessProbe:\n            httpGet: { path: /livez",
  ],
  [
    "livenessProbe depends on the database",
    "gateway.yaml",
    "livenessProbe:\n            httpGet: { path: /healthz",
    "livenessProbe:\n            httpGet: { path: /readyz",
  ],
  ["readinessProbe depends on workers", "server.yaml", "path: /readyz,", "path: /readyz/queue,"],
  [
    "nothing answers /metrics at metrics",
    "worker.yaml",
    "livenessProbe:\n            httpGet: { path: /healthz",
    "livenessProbe:\n            httpGet: { path: /metrics",
  ],
  ["the pages have no file", "server.yaml", "3001/icon.svg", "3001/icon.png"],
  ["the pages have no file", "config.yaml", 'PAGES_PORT: "3001"', 'PAGES_PORT: "3002"'],
  [
    "no metric parley_voice_streams of pods",
    "gateway.yaml",
    "name: parley_voice_calls }",
    "name: parley_voice_streams }",
  ],
  ["no external metric parley_jobs }", "worker.yaml", "name: parley_jobs_due }", 'name: "parley_jobs }" }'],
  ["target is not below VOICE_MAX_CALLS", "gateway.yaml", 'averageValue: "60"', 'averageValue: "100"'],
  ["its Deployment sets replicas", "worker.yaml", "spec:\n  #", "spec:\n  replicas: 2\n  #"],
  [
    "The adapter reads parley_jobs_queued",
    "prometheus-adapter.yaml",
    "seriesQuery: parley_jobs{",
    "seriesQuery: parley_jobs_queued{",
  ],
  ["No key sso.key", "secrets.example.yaml", "sso.key", "saml.key"],
];

test.each(BREAKS)("a fault is found: %s (%s)", (fault, file, from, to) => {
  const broken = (name: string) => {
    const text = read(`deploy/kubernetes/${name}`);
    if (name !== file) return text;
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  expect(findProblems(broken).join("\n")).toContain(fault);
});

test("a start accepts the environment of each container", () => {
  const manifests = readManifests();
  for (const { spec } of workloadsOf(manifests))
    for (const container of spec.template.spec.containers) {
      const files = readSecretValues(manifests, spec.template.spec, container);
      const environment = parseEnvironment(environmentOf(manifests, container), files);
      expect(environment).toMatchObject({ HOST: "0.0.0.0", METRICS_HOST: "0.0.0.0" });
      // The pages read no recordings.
      expect(environment.S3_BUCKET === undefined).toBe(container.name === "pages");
      expect(environment.DATABASE_URL).toContain("sslmode=verify-full");
    }
});

test("the container of the pages has the files of no other role's secrets", () => {
  const manifests = readManifests();
  for (const { spec } of workloadsOf(manifests))
    for (const container of spec.template.spec.containers.filter(({ name }) => name === "pages"))
      expect(Object.keys(readSecretValues(manifests, spec.template.spec, container)).sort()).toEqual([
        "/run/secrets/parley/database-url",
        "/run/secrets/parley/init-owner-password",
        "/run/secrets/parley/metrics-token",
      ]);
});

test("Parley accepts the key files that the first container copies from a Secret", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-keys-"));
  // The files of a mounted Secret are links into a folder that is replaced at a change.
  const [secret, keys, state] = ["secret", "keys", "state"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(secret, "..data"), { recursive: true });
  for (const path of [keys, state]) mkdirSync(path, { mode: 0o777 });
  for (const name of KEY_FILES) {
    writeFileSync(join(secret, "..data", name), Buffer.alloc(32, name), { mode: 0o440 });
    symlinkSync(join("..data", name), join(secret, name));
  }
  for (const { spec } of ofKind(readManifests(), "Deployment")) {
    const [container] = spec.template.spec.initContainers ?? [];
    const script = (container?.args ?? [])
      .join(" ")
      .replaceAll("/run/secrets/parley-keys", secret)
      .replaceAll("/run/keys", keys)
      .replaceAll("/run/state", state);
    const [shell = "", ...options] = container?.command ?? [];
    // A pod that restarts its first container has the folder already.
    for (const _ of ["first start", "restart"])
      expect(spawnSync(shell, [...options, script], { encoding: "utf8" })).toMatchObject({
        status: 0,
        stderr: "",
      });
    for (const name of KEY_FILES) expect(readSecretFile(name, keys)).toEqual(Buffer.alloc(32, name));
  }
  expect(readdirSync(state).sort()).toEqual(["audit", "erasures"]);
});

test("Compose has an environment that a start accepts, with the address that docs/deploy.md writes", () => {
  const [compose] = parseYaml(read("deploy/compose.yaml")) as [
    { "x-parley": { environment: Record<string, string> } },
  ];
  const [, url = ""] = /echo "(postgresql:[^"]+)"/.exec(read("docs/deploy.md")) ?? [];
  const environment = {
    ...compose["x-parley"].environment,
    ...{
      PARLEY_BASE_URL: "https://parley.example.com",
      PARLEY_VOICE_URL: "",
      TRUST_PROXY: "1",
      PARLEY_DEMO: "0",
    },
  };
  const files = { "/run/secrets/database-url": url.replace(/\$\([^)]*\)/, "password") };
  expect(parseEnvironment(environment, files)).toMatchObject({
    DATABASE_URL: "postgresql://parley:password@postgres:5432/parley",
    PORT: Number(IMAGE_ENVIRONMENT.PORT),
  });
});
