import { type Finding, passed, warning } from "./finding";
import type { Build } from "./read-build";

/** Whether the build is complete and made from the sources beside it. */
export function checkBuild({ version, mark, isPrebuilt, isCurrent }: Build): Finding {
  if (mark === null)
    return warning(
      `Parley ${version} is not built`,
      "Run npm start, which builds it, or npm run build. Only npm run dev needs no build.",
    );
  if (!isCurrent)
    return warning(
      `Parley ${version}, build ${mark}, which is not of these sources`,
      "Restart Parley with npm start, which builds again. If you did not change the sources, compare them with the release.",
    );
  return passed(`Parley ${version}, build ${mark}${isPrebuilt ? ", prebuilt" : ""}`);
}
