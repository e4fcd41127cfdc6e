// Lets a worker thread import TypeScript as ES modules, in development and tests. In a thread, `--import tsx` hooks only
// `require`, which cannot load packages that are ES modules alone.
import { register } from "tsx/esm/api";

register();
