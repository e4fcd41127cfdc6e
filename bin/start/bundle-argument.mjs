import { resolve } from "node:path";

const NAME = "--bundle";

/**
 * Resolves the file of `--bundle` against the folder of the caller. The command and npm run in the folder of Parley; npm
 * names the folder of its caller in INIT_CWD.
 */
export function resolveBundleArgument(args, folder = process.env.INIT_CWD ?? process.cwd()) {
  return args.map((arg, index) => {
    if (arg.startsWith(`${NAME}=`)) {
      const file = arg.slice(NAME.length + 1);
      return file === "" ? arg : `${NAME}=${resolve(folder, file)}`;
    }
    return args[index - 1] === NAME ? resolve(folder, arg) : arg;
  });
}
