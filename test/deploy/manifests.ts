import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { read } from "./product";

export type Labels = Record<string, string>;
export type HttpProbe = { path: string; port: string };
type Probe = {
  httpGet?: HttpProbe;
  exec?: { command: string[] };
};
export const PROBES = ["startupProbe", "livenessProbe", "readinessProbe"] as const;
export type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
  resources?: { requests?: Labels; limits?: Labels };
  volumeMounts?: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[];
} & { [P in (typeof PROBES)[number]]?: Probe };
type Volume = {
  name: string;
  secret?: { secretName: string; items?: { key: string; path: string }[] };
  persistentVolumeClaim?: { claimName: string };
  emptyDir?: object;
};
export type PodSpec = {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    fsGroup?: number;
    seccompProfile?: { type: string };
  };
  initContainers?: Container[];
  containers: Container[];
  volumes?: Volume[];
};
type PodTemplate = { metadata: { labels: Labels }; spec: PodSpec };
type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: "In"; values: string[] }[];
};
export type Metric = {
  pods?: { metric: { name: string }; target: { averageValue: string } };
  external?: { metric: { name: string } };
};
type Rules = { podSelector: Selector; ingress?: { ports: { port: string | number }[] }[] };

/** The parts of the objects that the checks read. */
export type Manifest = { metadata: { name: string; annotations?: Labels } } & (
  | { kind: "Namespace" | "PersistentVolumeClaim" | "Kustomization" }
  | { kind: "ConfigMap"; data: Labels }
  | { kind: "Secret"; data?: Labels; stringData?: Labels }
  | { kind: "Job"; spec: { template: PodTemplate } }
  | { kind: "Deployment"; spec: { replicas?: number; selector: Selector; template: PodTemplate } }
  | { kind: "Service"; spec: { selector: Labels; ports: { name: string; targetPort: string }[] } }
  | { kind: "PodDisruptionBudget"; spec: { selector: Selector } }
  | {
      kind: "HorizontalPodAutoscaler";
      spec: {
        scaleTargetRef: { name: string };
        minReplicas: number;
        maxReplicas: number;
        metrics: Metric[];
      };
    }
  | { kind: "NetworkPolicy"; spec: Rules }
  | {
      kind: "Ingress";
      spec: {
        rules: {
          host: string;
          http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] };
        }[];
      };
    }
);
export type ManifestOf<K extends Manifest["kind"]> = Extract<Manifest, { kind: K }>;

export type AdapterRule = { seriesQuery: string; metricsQuery: string; name: { as: string } };
export type Adapter = { rules: { custom: AdapterRule[]; external: AdapterRule[] } };

const FOLDER = "deploy/kubernetes";
export const KUSTOMIZATION = "kustomization.yaml";
const ADAPTER = "prometheus-adapter.yaml";
/** Values of Helm, and an example: no objects to apply. */
export const UNLISTED = [ADAPTER, "secrets.example.yaml"];

/** Reads a file of the folder. Tests replace it to break a file. */
type ReadFile = (name: string) => string;
const readManifestFile: ReadFile = (name) => read(`${FOLDER}/${name}`);

/** The documents of a YAML file. Throws at a duplicate key and other faults. */
export function parseYaml(text: string): unknown[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}

export const manifestFiles = (): string[] =>
  readdirSync(join(import.meta.dirname, "..", "..", FOLDER)).filter((name) => name.endsWith(".yaml"));

/** The objects that are applied, with the Secrets of the example. */
export const readManifests = (readFile = readManifestFile): Manifest[] =>
  manifestFiles()
    .filter((name) => name !== KUSTOMIZATION && name !== ADAPTER)
    .flatMap((name) => parseYaml(readFile(name)) as Manifest[]);

export const readAdapter = (readFile = readManifestFile): Adapter =>
  parseYaml(readFile(ADAPTER))[0] as Adapter;
export const readKustomization = () =>
  parseYaml(readManifestFile(KUSTOMIZATION))[0] as { resources: string[] };

export const ofKind = <K extends Manifest["kind"]>(
  manifests: readonly Manifest[],
  kind: K,
): ManifestOf<K>[] => manifests.filter((manifest): manifest is ManifestOf<K> => manifest.kind === kind);

/** Deployments and Jobs: the objects that start pods. */
export const workloadsOf = (manifests: readonly Manifest[]) => [
  ...ofKind(manifests, "Deployment"),
  ...ofKind(manifests, "Job"),
];

export function isSelected(labels: Labels, { matchLabels = {}, matchExpressions = [] }: Selector): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ""))
  );
}
