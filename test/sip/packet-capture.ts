import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { startProgram } from "./programs";
import { type ScenarioRun, waitUntil } from "./scenario";

/** A PCMU packet of a constant level has 160 equal bytes. In ciphertext a run of 16 does not occur. */
const RUN_BYTES = 16;

/** Whether captured packets have plain audio of a constant level. */
export function hasPlainAudio(data: Buffer): boolean {
  let length = 1;
  for (let at = 1; at < data.length; at++) {
    // The header of a capture file has zeros.
    length = data[at] === data[at - 1] && data[at] !== 0 ? length + 1 : 1;
    if (length >= RUN_BYTES) return true;
  }
  return false;
}

/** Captures the packets of the loopback interface into a file, from now until the scenario ends. */
export async function startCapture(run: ScenarioRun, file: string, filter: string): Promise<void> {
  const { child, output } = startProgram(run, "tcpdump", [
    "-i",
    "lo",
    "-U",
    "-w",
    file,
    ...filter.split(" "),
  ]);
  await waitUntil(() => output().includes("listening on") || child.exitCode !== null, "tcpdump listens");
  if (child.exitCode !== null) throw new Error(`tcpdump ended:\n${output()}`);
}

/** Packets of a capture file that match a filter, and their content. */
export function selectPackets(file: string, filter: string): { count: number; content: Buffer } {
  const selected = `${file}.selected`;
  const options: ExecFileSyncOptions = { stdio: ["ignore", "pipe", "ignore"] };
  execFileSync("tcpdump", ["-r", file, "-w", selected, ...filter.split(" ")], options);
  const list = execFileSync("tcpdump", ["-r", selected, "-n", "-q"], options).toString();
  return { count: list.split("\n").filter((line) => line !== "").length, content: readFileSync(selected) };
}
