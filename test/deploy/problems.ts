// The checks of deploy/kubernetes that no schema makes: each returns a line for each fault.
import { limitEnvironment } from "@/bin/start/role-variables.mjs";
import { readSecretValues } from "./environment";
import {
  type Adapter,
  type AdapterRule,
  type Container,
  type HttpProbe,
  isSelected,
  type Manifest,
  type ManifestOf,
  type Metric,
  ofKind,
  type PodSpec,
  PROBES,
  workloadsOf,
} from "./manifests";
import {
  exists,
  IMAGE_ENVIRONMENT,
  IMAGE_USER,
  KEY_FILES,
  metricsIn,
  ROLES,
  SECRETS,
  VARIABLES,
} from "./product";

/** Seconds beyond DRAIN_SECONDS and preStop: 10 for the supervisor, as much again for the runtime. */
const MIN_MARGIN_S = 20;
/** The default of bin/start/roles.mjs. */
const DRAIN_DEFAULT_S: Readonly<Record<string, number>> = { gateway: 600 };

const deploymentsOf = (manifests: readonly Manifest[]) => ofKind(manifests, "Deployment");
const allContainers = ({ initContainers = [], containers }: PodSpec) => [...initContainers, ...containers];
const roleOf = ({ args = [] }: Container) =>
  args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length);

/** Variables of a container: those of its ConfigMaps, then its own. A start of one role leaves out those of other ones. */
export function environmentOf(manifests: readonly Manifest[], container: Container): Record<string, string> {
  const { envFrom = [], env = [] } = container;
  const maps = ofKind(manifests, "ConfigMap");
  const shared = envFrom.map(
    ({ configMapRef: { name } }) => maps.find(({ metadata }) => metadata.name === name)?.data,
  );
  const variables: Record<string, string> = Object.assign(
    {},
    ...shared,
    ...env.map(({ name, value }) => ({ [name]: value })),
  );
  const role = roleOf(container);
  return role === undefined ? variables : limitEnvironment(variables, [role]);
}

/** A line for a fault, or none. */
const unless = (isRight: boolean | undefined, problem: string): string[] => (isRight ? [] : [problem]);

type Deployment = ManifestOf<"Deployment">;
const podsOf = (manifests: readonly Manifest[], selector: Parameters<typeof isSelected>[1]) =>
  deploymentsOf(manifests).filter(({ spec }) => isSelected(spec.template.metadata.labels, selector));
const hasPort = (pods: readonly Deployment[], port: string | number): boolean =>
  pods.every(({ spec }) =>
    spec.template.spec.containers.some(({ ports = [] }) => ports.some(({ name }) => name === port)),
  );

function findServiceProblems(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, "Service").flatMap(({ metadata: { name }, spec }) => {
    const pods = podsOf(manifests, { matchLabels: spec.selector });
    return [
      ...unless(pods.length === 1, `Service ${name} selects ${pods.length} Deployments.`),
      ...spec.ports.flatMap(({ targetPort }) =>
        unless(hasPort(pods, targetPort), `Service ${name}: no port ${targetPort}.`),
      ),
    ];
  });
}

function findPolicyProblems(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, "NetworkPolicy").flatMap(({ metadata: { name }, spec }) => {
    const pods = podsOf(manifests, spec.podSelector);
    const ports = (spec.ingress ?? []).flatMap((rule) => rule.ports.map(({ port }) => port));
    return [
      ...unless(pods.length > 0, `NetworkPolicy ${name} selects no pods.`),
      ...ports.flatMap((port) =>
        unless(hasPort(pods, port), `NetworkPolicy ${name}: a pod has no port ${port}.`),
      ),
    ];
  });
}

/** The annotation with which the controller of F5 merges several Ingresses of one host. */
const MERGED = "nginx.org/mergeable-ingress-type";

/** No host is in two Ingresses: the controller of F5 refuses the second, unless it is to merge them. */
function findHostProblems(manifests: readonly Manifest[]): string[] {
  const hosts = ofKind(manifests, "Ingress")
    .filter(({ metadata }) => metadata.annotations?.[MERGED] === undefined)
    .flatMap(({ spec }) => [...new Set(spec.rules.map(({ host }) => host))]);
  const repeated = hosts.filter((host, index) => hosts.indexOf(host) !== index);
  return repeated.map((host) => `Host ${host} is in two Ingresses.`);
}

function findIngressProblems(manifests: readonly Manifest[]): string[] {
  const services = ofKind(manifests, "Service");
  return ofKind(manifests, "Ingress").flatMap(({ metadata, spec }) =>
    spec.rules
      .flatMap(({ http }) => http.paths)
      .flatMap(({ backend: { service } }) => {
        const target = services.find((candidate) => candidate.metadata.name === service.name);
        return unless(
          target?.spec.ports.some(({ name }) => name === service.port.name),
          `Ingress ${metadata.name}: no Service ${service.name} with a port ${service.port.name}.`,
        );
      }),
  );
}

/** Each Service, budget, policy and Ingress leads to pods and ports that exist. */
export const findSelectorProblems = (manifests: readonly Manifest[]): string[] => [
  ...deploymentsOf(manifests).flatMap(({ metadata, spec }) =>
    unless(
      spec.selector.matchLabels && isSelected(spec.template.metadata.labels, spec.selector),
      `Deployment ${metadata.name} does not select its own pods.`,
    ),
  ),
  ...ofKind(manifests, "PodDisruptionBudget").flatMap(({ metadata, spec }) =>
    unless(
      podsOf(manifests, spec.selector).length === 1,
      `PodDisruptionBudget ${metadata.name} does not select one Deployment.`,
    ),
  ),
  ...findServiceProblems(manifests),
  ...findPolicyProblems(manifests),
  ...findIngressProblems(manifests),
  ...findHostProblems(manifests),
];

/** Each name that a pod mentions exists, and each volume is used. */
export function findReferenceProblems(manifests: readonly Manifest[]): string[] {
  const hasObject = (kind: Manifest["kind"], name: string) =>
    ofKind(manifests, kind).some(({ metadata }) => metadata.name === name);
  return workloadsOf(manifests).flatMap(({ kind, metadata, spec }) => {
    const pod = spec.template.spec;
    const { volumes = [] } = pod;
    const mounts = allContainers(pod).flatMap(({ volumeMounts = [] }) => volumeMounts);
    const maps = allContainers(pod).flatMap(({ envFrom = [] }) => envFrom);
    const problems = [
      ...mounts.flatMap((mount) =>
        unless(
          volumes.some(({ name }) => name === mount.name),
          `no volume ${mount.name}`,
        ),
      ),
      ...volumes.flatMap(({ name, secret, persistentVolumeClaim: claim }) => [
        ...unless(
          mounts.some((mount) => mount.name === name),
          `volume ${name} is not mounted`,
        ),
        ...unless(!secret || hasObject("Secret", secret.secretName), `no Secret ${secret?.secretName}`),
        ...unless(
          !claim || hasObject("PersistentVolumeClaim", claim.claimName),
          `no claim ${claim?.claimName}`,
        ),
      ]),
      ...maps.flatMap(({ configMapRef: { name } }) =>
        unless(hasObject("ConfigMap", name), `no ConfigMap ${name}`),
      ),
    ];
    return problems.map((problem) => `${kind} ${metadata.name}: ${problem}.`);
  });
}

function variableProblem(name: string, value: string, files: Record<string, string>): string[] {
  const secret = name.replace(/_FILE$/, "");
  if (name !== secret && SECRETS.includes(secret))
    return unless(value in files, `${name}: no Secret has the file ${value}`);
  if (SECRETS.includes(name)) return [`${name} is a secret: use ${name}_FILE`];
  return unless(VARIABLES.includes(name), `the product does not read ${name}`);
}

/** Each variable is one that the product reads, and each file of a secret is mounted and in its Secret. */
export function findVariableProblems(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ metadata, spec }) =>
    spec.template.spec.containers.flatMap((container) => {
      const files = readSecretValues(manifests, spec.template.spec, container);
      const variables = environmentOf(manifests, container);
      /** Kubernetes inserts it into another variable. */
      const isInserted = (name: string) =>
        Object.values(variables).some((value) => value?.includes(`$(${name})`) === true);
      return Object.entries(variables)
        .filter(([name]) => !isInserted(name))
        .flatMap(([name, value]) => variableProblem(name, value, files))
        .map((problem) => `${metadata.name}, ${container.name}: ${problem}.`);
    }),
  );
}

/** Each pod has time to drain before it is killed. */
export function findGraceProblems(manifests: readonly Manifest[]): string[] {
  return deploymentsOf(manifests).flatMap(({ metadata, spec: { template } }) => {
    const graceS = template.spec.terminationGracePeriodSeconds ?? 30;
    return template.spec.containers.flatMap((container) => {
      const role = roleOf(container) ?? "";
      const drainS = Number(environmentOf(manifests, container).DRAIN_SECONDS ?? DRAIN_DEFAULT_S[role] ?? 0);
      const neededS = drainS + (container.lifecycle?.preStop?.sleep?.seconds ?? 0) + MIN_MARGIN_S;
      return graceS >= neededS
        ? []
        : [`${metadata.name}: ${role} needs ${neededS} s to end, and has ${graceS}.`];
    });
  });
}

const isLocked = ({ securityContext }: Container): boolean =>
  securityContext?.allowPrivilegeEscalation === false &&
  securityContext.readOnlyRootFilesystem === true &&
  securityContext.capabilities?.drop?.includes("ALL") === true;

const hasResources = ({ resources: { requests, limits } = {} }: Container): boolean =>
  [requests?.cpu, requests?.memory, limits?.memory].every((quantity) => quantity !== undefined);

const runsAsImageUser = ({ securityContext: context }: PodSpec): boolean =>
  context?.runAsNonRoot === true && context.runAsUser === IMAGE_USER && context.fsGroup === IMAGE_USER;

/** No pod has rights that it does not need, and each has its resources. */
export function findHardeningProblems(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ metadata, spec }) => {
    const pod = spec.template.spec;
    const problems = [
      ...unless(runsAsImageUser(pod), `does not run as ${IMAGE_USER}`),
      ...unless(pod.securityContext?.seccompProfile?.type === "RuntimeDefault", "has no seccomp profile"),
      ...unless(pod.automountServiceAccountToken === false, "has a token of the cluster"),
      ...allContainers(pod).flatMap((container) => [
        ...unless(isLocked(container), `${container.name} can gain rights or write`),
        ...unless(hasResources(container), `${container.name} has no resources`),
      ]),
    ];
    return problems.map((problem) => `${metadata.name}: ${problem}.`);
  });
}

/** A container of a Deployment runs one role, and has its writable folders. */
function findRoleContainerProblems(container: Container, environment: Record<string, string>): string[] {
  const role = roleOf(container);
  const mounted = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  return [
    ...unless(ROLES.includes(role ?? "") && container.name === role, `no role ${role}`),
    ...["/tmp", `${environment.DATA_DIR}`, `${environment.DATA_DIR}/secrets`].flatMap((path) =>
      unless(mounted.includes(path), `${path} is not mounted`),
    ),
  ];
}

function findPortProblems(container: Container, environment: Record<string, string>): string[] {
  // The rule of lib/platform/env.ts. The names of ports are unique in a pod, and the pages are in that of the server.
  const metricsPort = Number(environment.METRICS_PORT);
  const numbers: Readonly<Record<string, number>> =
    roleOf(container) === "pages"
      ? { "pages-metrics": metricsPort + 2 }
      : { http: Number(environment.PORT), metrics: metricsPort + (roleOf(container) === "worker" ? 1 : 0) };
  return (container.ports ?? []).flatMap(({ name, containerPort }) =>
    unless(numbers[name] === containerPort, `port ${name} is ${numbers[name]}`),
  );
}

/** Each container starts a role or command that exists, with its ports and writable folders. */
export function findRoleProblems(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ kind, metadata, spec }) =>
    spec.template.spec.containers.flatMap((container) => {
      const [entry = "", command = ""] = container.args ?? [];
      const environment = { ...IMAGE_ENVIRONMENT, ...environmentOf(manifests, container) };
      const problems = [
        ...unless(exists(entry), `no program ${entry}`),
        ...(kind === "Job"
          ? unless(exists(`bin/${command}.ts`), `no command ${command}`)
          : findRoleContainerProblems(container, environment)),
        ...findPortProblems(container, environment),
      ];
      return problems.map((problem) => `${metadata.name}, ${container.name}: ${problem}.`);
    }),
  );
}

/** Whether a port answers a path at all, and whether it does so without the database. */
export type AskProbe = (port: string, path: string) => { exists: boolean; isIndependent: boolean };

function findHttpProbeProblems(kind: string, { path, port }: HttpProbe, container: Container, ask: AskProbe) {
  const { exists: hasPath, isIndependent } = ask(port, path);
  const isOpen = container.ports?.some(({ name }) => name === port);
  return [
    ...unless(hasPath && isOpen, `${kind}: nothing answers ${path} at ${port}`),
    ...unless(!hasPath || kind === "readinessProbe" || isIndependent, `${kind} depends on the database`),
    ...unless(path !== "/readyz/queue", `${kind} depends on workers`),
  ];
}

/** A probe that runs a program asks the pages for a file of the app, at their port. */
function findExecProbeProblems(kind: string, command: readonly string[], pagesPort: string | undefined) {
  const [, program = "", address = ""] = command;
  const { port, pathname } = new URL(address);
  return [
    ...unless(exists(program), `${kind}: no program ${program}`),
    ...unless(port === pagesPort && exists(`app${pathname}`), `${kind}: the pages have no file ${address}`),
  ];
}

/** Each probe asks a path that its process answers; liveness never depends on the database or on workers. */
export function findProbeProblems(manifests: readonly Manifest[], ask: AskProbe): string[] {
  return deploymentsOf(manifests).flatMap(({ metadata, spec: { template } }) =>
    template.spec.containers.flatMap((container) => {
      const { PAGES_PORT } = environmentOf(manifests, container);
      const isServed = container.ports?.some(({ name }) => name === "http");
      const problems = [
        ...PROBES.flatMap((kind) => {
          const { httpGet, exec } = container[kind] ?? {};
          if (httpGet) return findHttpProbeProblems(kind, httpGet, container, ask);
          return exec ? findExecProbeProblems(kind, exec.command, PAGES_PORT) : [];
        }),
        ...unless(container.livenessProbe !== undefined, "no livenessProbe"),
        ...unless(!isServed || container.readinessProbe !== undefined, "no readinessProbe"),
      ];
      return problems.map((problem) => `${metadata.name}, ${container.name}: ${problem}.`);
    }),
  );
}

const seriesOf = ({ seriesQuery }: AdapterRule): string => seriesQuery.split("{")[0] ?? "";

/** Each metric of an autoscaler comes from the adapter, and a target for calls is below the limit of the gateway. */
function findTargetProblems({ pods, external }: Metric, { rules }: Adapter, maxCalls: number): string[] {
  const podMetric = pods?.metric.name;
  const externalMetric = external?.metric.name;
  return [
    ...unless(
      !podMetric || rules.custom.some((rule) => seriesOf(rule) === podMetric),
      `the adapter has no metric ${podMetric} of pods`,
    ),
    ...unless(
      !externalMetric || rules.external.some(({ name }) => name.as === externalMetric),
      `the adapter has no external metric ${externalMetric}`,
    ),
    ...unless(
      !pods || Number(pods.target.averageValue) < maxCalls,
      "its target is not below VOICE_MAX_CALLS",
    ),
  ];
}

/** Each autoscaler has a Deployment without replicas, and a metric that the adapter makes of the product's. */
export function findScalingProblems(
  manifests: readonly Manifest[],
  adapter: Adapter,
  productMetrics: ReadonlySet<string>,
): string[] {
  const queries = [...adapter.rules.custom, ...adapter.rules.external].map(
    ({ seriesQuery, metricsQuery }) => `${seriesQuery} ${metricsQuery}`,
  );
  const scalers = ofKind(manifests, "HorizontalPodAutoscaler").flatMap(({ metadata, spec }) => {
    const target = deploymentsOf(manifests).find((item) => item.metadata.name === spec.scaleTargetRef.name);
    const [container] = target?.spec.template.spec.containers ?? [];
    const maxCalls = container ? Number(environmentOf(manifests, container).VOICE_MAX_CALLS) : 0;
    const problems = [
      ...unless(target !== undefined, `no Deployment ${spec.scaleTargetRef.name}`),
      ...unless(target?.spec.replicas === undefined, "its Deployment sets replicas, too"),
      ...unless(spec.minReplicas < spec.maxReplicas, "it cannot scale"),
      ...spec.metrics.flatMap((metric) => findTargetProblems(metric, adapter, maxCalls)),
    ];
    return problems.map((problem) => `HorizontalPodAutoscaler ${metadata.name}: ${problem}.`);
  });
  const unknown = metricsIn(queries.join(" ")).filter((name) => !productMetrics.has(name));
  return [
    ...scalers,
    ...unknown.map((name) => `The adapter reads ${name}, which the product does not export.`),
  ];
}

/** The example has exactly the key files that the product needs. */
export function findKeyProblems(manifests: readonly Manifest[]): string[] {
  const secret = ofKind(manifests, "Secret").find(({ metadata }) => metadata.name === "parley-keys");
  const names = Object.keys(secret?.data ?? {});
  return [
    ...KEY_FILES.flatMap((name) => unless(names.includes(name), `No key ${name}.`)),
    ...names.flatMap((name) => unless(KEY_FILES.includes(name), `Unknown key ${name}.`)),
  ];
}
