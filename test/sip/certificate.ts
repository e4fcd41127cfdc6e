import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScenarioRun } from "./scenario";

/** A self-signed certificate of localhost and 127.0.0.1. */
export function createCertificate(run: ScenarioRun): {
  certificate: string;
  key: string;
  paths: [string, string];
} {
  const [certificate, key] = [join(run.folder, "certificate.pem"), join(run.folder, "key.pem")];
  if (!existsSync(certificate))
    execFileSync(
      "openssl",
      [
        ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(" "),
        ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
  return {
    certificate: readFileSync(certificate, "utf8"),
    key: readFileSync(key, "utf8"),
    paths: [certificate, key],
  };
}
