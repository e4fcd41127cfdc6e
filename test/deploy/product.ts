import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { meterInstallation, meterVoice, openMetrics } from "@/lib/data/metrics";
import { voiceFigures } from "@/lib/voice";

const root = join(import.meta.dirname, "..", "..");
export const read = (path: string): string => readFileSync(join(root, path), "utf8");
export const exists = (path: string): boolean => existsSync(join(root, path));

/** The strings of a constant array in a source file. */
function stringsOf(path: string, constant: string): string[] {
  const [, list = ""] = new RegExp(`const ${constant} = \\[([^\\]]*)\\]`).exec(read(path)) ?? [];
  const strings = [...list.matchAll(/"([^"]+)"/g)].map(([, text]) => text ?? "");
  if (strings.length === 0) throw new Error(`${path} has no list ${constant}.`);
  return strings;
}

/** Variables that can come from a file. */
export const SECRETS = stringsOf("bin/start/secret-files.mjs", "SECRETS");
/** The key files of DATA_DIR/secrets. */
export const KEY_FILES = stringsOf("lib/platform/crypto/secret-names.ts", "SECRET_NAMES");
export const ROLES = [
  ...stringsOf("bin/start/settings.mjs", "ROLES"),
  ...stringsOf("bin/start/settings.mjs", "STANDALONE"),
];
/** Every variable that the product reads. */
export const VARIABLES = [...read("lib/platform/read-env.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name]) => name ?? "",
);
/** Variables that the image sets. */
export const IMAGE_ENVIRONMENT = Object.fromEntries(
  [...(/^ENV (.+)$/m.exec(read("deploy/Dockerfile"))?.[1] ?? "").matchAll(/([A-Z_]+)=(\S+)/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);
export const IMAGE_USER = Number(/^USER (\d+)/m.exec(read("deploy/Dockerfile"))?.[1]);

/** The names of all metrics as a scrape shows them, with the suffixes of histograms. */
export async function readMetricNames(): Promise<Set<string>> {
  const unavailable = async () => null;
  const metrics = openMetrics({
    token: "not-read-by-a-scrape-0123456789abcdef",
    meters: [
      meterVoice(voiceFigures),
      meterInstallation({ queue: unavailable, workspaces: unavailable, backfills: unavailable }),
    ],
  });
  const text = await metrics.text();
  await metrics.stop();
  const names = new Set<string>();
  for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const suffix of type === "histogram" ? ["_bucket", "_count", "_sum"] : [""])
      names.add(name + suffix);
  // The only histogram without a sum (lib/data/metrics/voice.ts).
  names.delete("parley_voice_frame_lateness_seconds_sum");
  return names;
}

/** The metrics that a text names. */
export const metricsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bparley_[a-z0-9_]+/g)].map(([name]) => name)),
];
