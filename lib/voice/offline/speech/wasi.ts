/** The file that a program wrote, and its exit code (0 is success). */
export type Ran = { output: Uint8Array<ArrayBuffer>; exitCode: number };

// Numbers of WASI preview 1 (wasi_snapshot_preview1, "errno", "filetype").
const OK = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 52;
const NOT_SEEKABLE = 70;
const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;
const CREATE = 1;
const IOVEC_BYTES = 8;

const STANDARD_STREAMS = 3;
/** The one folder that is open from the start: the working directory. */
const FOLDER = 3;
const FIRST_FILE = 4;
/** A minute of 16-bit speech at 16 kHz; it grows beyond. */
const FIRST_BYTES = 1 << 21;

class Exit extends Error {
  constructor(readonly code: number) {
    super("exit");
  }
}

/**
 * Runs a WASI program once in memory, with its arguments and an empty folder in which it can write one file.
 * Node's own `node:wasi` aborts the process when an instance is garbage-collected (Node 20). `output` is a
 * copy. Throws the program's traps.
 */
export function runWasi(module: WebAssembly.Module, args: readonly string[]): Ran {
  const encoder = new TextEncoder();
  const argv = args.map((arg) => encoder.encode(`${arg.replaceAll("\0", " ")}\0`));
  const positions = new Map<number, number>();
  let nextFile = FIRST_FILE;
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  let memory: WebAssembly.Memory | undefined;
  let view = new DataView(new ArrayBuffer(0));

  /** The memory as it is now: growing it detaches what was seen before. */
  const now = (): DataView => {
    if (memory && view.buffer !== memory.buffer) view = new DataView(memory.buffer);
    return view;
  };
  const at = (pointer: number, size: number) => new Uint8Array(now().buffer, pointer, size);

  function write(position: number, chunk: Uint8Array): void {
    const end = position + chunk.length;
    if (end > bytes.length) {
      const grown = new Uint8Array(Math.max(bytes.length * 2, end));
      grown.set(bytes.subarray(0, length));
      bytes = grown;
    }
    bytes.set(chunk, position);
    length = Math.max(length, end);
  }

  const calls: Record<string, (...args: never[]) => number> = {
    args_sizes_get(count: number, size: number) {
      now().setUint32(count, argv.length, true);
      now().setUint32(
        size,
        argv.reduce((sum, arg) => sum + arg.length, 0),
        true,
      );
      return OK;
    },
    args_get(pointers: number, buffer: number) {
      let to = buffer;
      for (const [i, arg] of argv.entries()) {
        now().setUint32(pointers + 4 * i, to, true);
        at(to, arg.length).set(arg);
        to += arg.length;
      }
      return OK;
    },
    environ_sizes_get(count: number, size: number) {
      now().setUint32(count, 0, true);
      now().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    proc_exit(code: number): number {
      throw new Exit(code);
    },
    // No run depends on the time or on chance, so that the same words always sound the same.
    clock_time_get(_id: number, _precision: bigint, to: number) {
      now().setBigUint64(to, 0n, true);
      return OK;
    },
    random_get(to: number, size: number) {
      at(to, size).fill(7);
      return OK;
    },
    fd_prestat_get(fd: number, to: number) {
      if (fd !== FOLDER) return BAD_FILE;
      now().setUint8(to, 0);
      now().setUint32(to + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_fd: number, to: number) {
      at(to, 1).set(encoder.encode("."));
      return OK;
    },
    fd_fdstat_get(fd: number, to: number) {
      at(to, 24).fill(0);
      const kind = fd === FOLDER ? DIRECTORY : fd < STANDARD_STREAMS ? CHARACTER_DEVICE : REGULAR_FILE;
      now().setUint8(to, kind);
      now().setBigUint64(to + 8, ALL_RIGHTS, true);
      now().setBigUint64(to + 16, ALL_RIGHTS, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    path_open(
      _fd: number,
      _dirFlags: number,
      _path: number,
      _pathLength: number,
      openFlags: number,
      _rights: bigint,
      _inheriting: bigint,
      _fdFlags: number,
      to: number,
    ) {
      if (!(openFlags & CREATE)) return NO_ENTRY;
      const fd = nextFile++;
      positions.set(fd, 0);
      now().setUint32(to, fd, true);
      return OK;
    },
    fd_close(fd: number) {
      positions.delete(fd);
      return OK;
    },
    fd_write(fd: number, iovecs: number, count: number, to: number) {
      let writtenBytes = 0;
      for (let i = 0; i < count; i++) {
        const pointer = now().getUint32(iovecs + IOVEC_BYTES * i, true);
        const size = now().getUint32(iovecs + IOVEC_BYTES * i + 4, true);
        const position = positions.get(fd);
        if (position !== undefined) {
          write(position, at(pointer, size));
          positions.set(fd, position + size);
        }
        writtenBytes += size;
      }
      now().setUint32(to, writtenBytes, true);
      return OK;
    },
    fd_read(_fd: number, _iovecs: number, _count: number, to: number) {
      now().setUint32(to, 0, true);
      return OK;
    },
    fd_seek(fd: number, offset: bigint, whence: number, to: number) {
      const position = positions.get(fd);
      if (position === undefined) return NOT_SEEKABLE;
      const target = [0, position, length][whence] ?? 0;
      positions.set(fd, target + Number(offset));
      now().setBigUint64(to, BigInt(target + Number(offset)), true);
      return OK;
    },
    fd_tell(fd: number, to: number) {
      now().setBigUint64(to, BigInt(positions.get(fd) ?? 0), true);
      return OK;
    },
    path_filestat_get: () => NO_ENTRY,
    fd_filestat_get: () => BAD_FILE,
  };
  const functionImports = WebAssembly.Module.imports(module).filter(({ kind }) => kind === "function");
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of functionImports) {
    imports[from] ??= {};
    imports[from][name] = (calls[name] as WebAssembly.ImportValue | undefined) ?? (() => NOT_SUPPORTED);
  }
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory as WebAssembly.Memory;
  let exitCode = 0;
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    exitCode = error.code;
  }
  return { output: bytes.slice(0, length), exitCode };
}
