// `npm start`: everything from a fresh clone to a running Parley. Needs nothing but Node until it has installed the rest.
import { run } from "./start/run.mjs";

await run("start");
