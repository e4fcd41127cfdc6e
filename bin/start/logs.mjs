// The processes' own log lines, in DATA_DIR/logs. A file is put aside each day and when it is large; what was put
// aside goes so early that no line is kept longer than the 30 days of operational logs (spec.md, "Data categories").
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
/** A file's first line is a day older than the moment at which it is put aside. */
const KEPT_ASIDE_MS = 29 * DAY_MS;
/** Lines kept in memory, to be shown when a process cannot stay up. */
const LAST_LINES = 20;
const SWEEP_MS = 3_600_000;

/** Opens `<folder>/<name>.log` for appending. `write` takes whole chunks of output; `last()` are its latest lines. */
export function logFile(folder, name, { now = Date.now, maxBytes = MAX_BYTES } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.log`);
  let file = openAppend(path, now);
  let lines = [];
  const rotate = () => {
    closeSync(file.fd);
    renameSync(path, join(folder, `${name}-${new Date(now()).toISOString().replaceAll(":", "-")}.log`));
    file = openAppend(path, now);
  };
  return {
    path,
    write(chunk) {
      if (file.size > 0 && (file.size + chunk.length > maxBytes || now() - file.since > DAY_MS)) rotate();
      writeSync(file.fd, chunk);
      file.size += chunk.length;
      lines = [...lines, ...chunk.toString("utf8").split("\n")]
        .filter((line) => line !== "")
        .slice(-LAST_LINES);
    },
    last: () => lines,
    close: () => closeSync(file.fd),
  };
}

function openAppend(path, now) {
  const fd = openSync(path, "a", 0o600);
  const { size, birthtimeMs } = fstatSync(fd);
  // Where the file system knows no birth, an old file counts as new: it is put aside a day later.
  return { fd, size, since: size > 0 && birthtimeMs > 0 ? birthtimeMs : now() };
}

/** Removes what was put aside too long ago. */
export function sweepLogs(folder, now = Date.now()) {
  for (const name of readdirSync(folder)) {
    if (!/^[a-z]+-\d{4}-\d\d-\d\dT.*\.log$/.test(name)) continue;
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > KEPT_ASIDE_MS) rmSync(path, { force: true });
  }
}

/** Sweeps now and each hour; never keeps a process alive. */
export function keepSwept(folder) {
  sweepLogs(folder);
  setInterval(() => sweepLogs(folder), SWEEP_MS).unref();
}
