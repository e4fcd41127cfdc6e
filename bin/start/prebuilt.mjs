// The mark of a folder that is complete, as in an image: it is never installed or built again, and nothing writes to it.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Written by `npm run slim -- --prebuilt`, removed by `npm run build`. */
export const PREBUILT = join("dist", ".prebuilt");

/** Whether this folder is complete. Its sources are not compared with the build, as an image can leave them out. */
export const isPrebuilt = (root) => existsSync(join(root, PREBUILT));
