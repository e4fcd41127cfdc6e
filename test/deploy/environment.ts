import { readEnv } from "@/lib/platform/env";
import { type Container, type Manifest, ofKind, type PodSpec } from "./manifests";
import { IMAGE_ENVIRONMENT } from "./product";

/** The content of each file that a container's mounted Secrets have, by its path. */
export function readSecretValues(
  manifests: readonly Manifest[],
  { volumes = [] }: PodSpec,
  { volumeMounts = [] }: Container,
): Record<string, string> {
  const secrets = ofKind(manifests, "Secret");
  return Object.fromEntries(
    volumeMounts.flatMap(({ name, mountPath }) => {
      const { secret } = volumes.find((volume) => volume.name === name) ?? {};
      const { stringData = {} } = secrets.find(({ metadata }) => metadata.name === secret?.secretName) ?? {};
      const files = secret?.items ?? Object.keys(stringData).map((key) => ({ key, path: key }));
      return files.flatMap(({ key, path }) => {
        const value = stringData[key];
        return value === undefined ? [] : [[`${mountPath}/${path}`, value] as const];
      });
    }),
  );
}

/** Parses an environment as a start does: with the image's variables and the contents of files. Throws if it is not valid. */
export function parseEnvironment(variables: Record<string, string>, files: Record<string, string>) {
  const values = Object.entries({ ...IMAGE_ENVIRONMENT, ...variables }).map(([name, value]) =>
    value in files ? [name.replace(/_FILE$/, ""), files[value]] : [name, value],
  );
  return readEnv(Object.fromEntries(values));
}
