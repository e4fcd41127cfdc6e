import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCertificate, isListening, startProgram } from "./programs";
import { findPort, type ScenarioRun, waitUntil } from "./scenario";

export type Baresip = { tlsPort: number; output: () => string };

const MODULES = "/usr/lib/baresip/modules";

/** A file of 30 s of silence, as baresip ends a call without an audio source. */
function createSilence(folder: string): string {
  const samples = Buffer.alloc(8_000 * 2 * 30);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [8_000, 24],
    [16_000, 28],
    [2, 32],
    [16, 34],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  const path = join(folder, "silence.wav");
  writeFileSync(path, Buffer.concat([header, samples]));
  return path;
}

/** Starts baresip with a TLS listener, and the account `baresip` at an endpoint. `commands` are executed at its start. */
export async function startBaresip(
  run: ScenarioRun,
  { registrarPort, answers, commands = [] }: { registrarPort: number; answers: boolean; commands?: string[] },
): Promise<Baresip> {
  const { paths } = createCertificate(run);
  const combined = join(run.folder, "baresip.pem");
  const { certificate, key } = createCertificate(run);
  writeFileSync(combined, key + certificate);
  const port = await findPort();
  const folder = join(run.folder, `baresip-${port}`);
  mkdirSync(folder);
  const config = [
    ...[`sip_listen 127.0.0.1:${port}`, `sip_certificate ${combined}`, `sip_cafile ${paths[0]}`],
    ...[
      "call_local_timeout 30",
      `audio_source aufile,${createSilence(folder)}`,
      "audio_path /usr/share/baresip",
    ],
    `module_path ${MODULES}`,
    ...["stdio.so", "g711.so", "aufile.so"].map((module) => `module ${module}`),
    "module_tmp uuid.so",
    "module_tmp account.so",
    ...["menu.so"].map((module) => `module_app ${module}`),
  ];
  writeFileSync(join(folder, "config"), `${config.join("\n")}\n`);
  const mode = answers ? ";answermode=auto" : "";
  writeFileSync(
    join(folder, "accounts"),
    `<sip:baresip@127.0.0.1:${registrarPort};transport=tls>;auth_user=baresip;auth_pass=secret;regint=0${mode}\n`,
  );
  writeFileSync(join(folder, "contacts"), "");
  const { child, output } = startProgram(run, "baresip", [
    ...["-f", folder, "-s"],
    ...commands.flatMap((command) => ["-e", command]),
  ]);
  const tlsPort = port + 1;
  await waitUntil(() => isListening(tlsPort) || child.exitCode !== null, "baresip listens");
  if (child.exitCode !== null) throw new Error(`baresip ended:\n${output()}`);
  return { tlsPort, output };
}
