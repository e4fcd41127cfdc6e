import { GET, POST } from "@/app/v1/views/route";
import type { SavedViews } from "@/components/saved-views/saved-view";
import type { View } from "@/lib/data/views/schema";
import { canUse, type PageSession, readRoute } from "@/lib/http/page";
import { hasCapability } from "@/lib/identity/access";

/** One page: all of a member's own views, and as many shared ones. */
const VIEWS_SHOWN = "100";

/** The saved views of a list that this person sees, the oldest first, so that a new one does not move the others. */
export async function readSavedViews(session: PageSession, resource: View["resource"]): Promise<SavedViews> {
  const { data } = await readRoute(GET, { query: { resource, limit: VIEWS_SHOWN } });
  const { id: self, role } = session.ctx.actor;
  const maySave = canUse(session, POST);
  const views = (data?.data ?? []).map(({ id, name, query, shared, owner_id }) => ({
    id,
    name,
    query,
    shared,
    isOwn: owner_id === self,
    mayChange: maySave && (owner_id === self || hasCapability(role, "views.manage")),
  }));
  return {
    resource,
    views: views.reverse(),
    maySave,
    mayShare: maySave && hasCapability(role, "views.share"),
  };
}
