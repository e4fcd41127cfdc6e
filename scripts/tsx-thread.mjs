// Lets a worker thread import TypeScript as ES modules, in development and tests. In a thread, `--import tsx` only hooks
// `require`, which cannot load packages that only have ES modules.
import { register } from "tsx/esm/api";

register();
