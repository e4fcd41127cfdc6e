// `npm run dev`: the same as `npm start`, from the sources, with reload.
import { run } from "./start/run.mjs";

await run("dev");
