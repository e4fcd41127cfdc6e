// Log files of the processes, in DATA_DIR/logs. A file is rotated daily and by size. Rotated files are removed early
// enough that no line is older than the 30 days of operational logs (spec.md, "Data categories").
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const MAX_BYTES = 20 * 1024 * 1024;
const DAY_MS = 86_400_000;
/** 30 days less one, as a file's first line can be a day older than its rotation. */
const ROTATED_RETENTION_MS = 29 * DAY_MS;
/** Lines kept in memory, to show why a process does not stay up. */
const LAST_LINES = 20;
const SWEEP_MS = 3_600_000;

/**
 * Opens `<folder>/<name>.log` for appending. `write` takes whole chunks of output and never throws: on a full disk the
 * processes continue without their log. `onFailure(line)` then receives one line, and the file says how many chunks are
 * missing once it can be written again. `last()` returns the latest lines. `append` replaces `writeSync` in tests.
 */
export function logFile(
  folder,
  name,
  { now = Date.now, maxBytes = MAX_BYTES, onFailure = () => undefined, append = writeSync } = {},
) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  let file = openAppend(path, now);
  let lines = [];
  let missing = 0;
  const rotate = () => {
    const previous = file;
    renameSync(path, join(folder, `${name}-${new Date(now()).toISOString().replaceAll(":", "-")}.log`));
    file = openAppend(path, now);
    closeSync(previous.fd);
  };
  const appendAll = (chunk) => {
    append(file.fd, chunk);
    file.size += chunk.length;
  };
  return {
    path,
    write(chunk) {
      lines = [...lines, ...chunk.toString("utf8").split("\n")]
        .filter((line) => line !== "")
        .slice(-LAST_LINES);
      try {
        if (file.size > 0 && (file.size + chunk.length > maxBytes || now() - file.since > DAY_MS)) rotate();
        if (missing > 0) appendAll(Buffer.from(`\n${missingNotice(missing, now())}\n`));
        missing = 0;
        appendAll(chunk);
      } catch (error) {
        missing += 1;
        if (missing === 1)
          onFailure(
            `The log ${path} cannot be written (${error.code}). Parley continues without it until it can.`,
          );
      }
    },
    last: () => lines,
    close: () => closeSync(file.fd),
  };
}

/** A log line in the format of lib/platform/log.ts, with its level for warnings. */
const missingNotice = (count, at) =>
  JSON.stringify({
    level: 40,
    time: new Date(at).toISOString(),
    missing: count,
    msg: "parts of this log are missing, as it could not be written",
  });

function openAppend(path, now) {
  const fd = openSync(path, "a", 0o600);
  const { size, birthtimeMs } = fstatSync(fd);
  // Without a creation time an existing file counts as new and is rotated a day later.
  return { fd, size, since: size > 0 && birthtimeMs > 0 ? birthtimeMs : now() };
}

/** Removes rotated files whose retention period is over. */
export function sweepLogs(folder, now = Date.now()) {
  for (const name of readdirSync(folder)) {
    if (!/^[a-z]+-\d{4}-\d\d-\d\dT.*\.log$/.test(name)) continue;
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > ROTATED_RETENTION_MS) rmSync(path, { force: true });
  }
}

/** Sweeps now and every hour. The timer is unref'ed. */
export function startLogSweeps(folder) {
  sweepLogs(folder);
  setInterval(() => sweepLogs(folder), SWEEP_MS).unref();
}
