import { GET as COMMENTS } from "@/app/v1/calls/[id]/comments/route";
import { GET as NAMES } from "@/app/v1/members/names/route";
import type { Comment } from "@/lib/calls/comments/schema";
import { readRoute } from "@/lib/http/page";

/** The maximum of one page of the list. */
const PAGE = "100";
/** A call has at most 200 comments. */
const MAX_PAGES = 2;
/** The limit of `GET /v1/members/names`. */
const MAX_NAMES = 100;

export type CommentsOfCall = {
  comments: Comment[];
  /** The names of their authors by ID. Former members have none. */
  names: Record<string, string>;
};

/** The comments on a call, oldest first, with the names of the members who wrote them. */
export async function commentsOf(id: string): Promise<CommentsOfCall> {
  const comments: Comment[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data } = await readRoute(COMMENTS, {
      params: { id },
      query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
    });
    comments.push(...(data?.data ?? []));
    if (!data?.next_cursor) break;
    cursor = data.next_cursor;
  }
  const members = comments.flatMap(({ author }) => (author.type === "member" ? [author.id] : []));
  const ids = [...new Set(members)].slice(0, MAX_NAMES);
  const names = ids.length === 0 ? null : await readRoute(NAMES, { query: { ids: ids.join(",") } });
  return { comments, names: Object.fromEntries((names?.data?.data ?? []).map(({ id, name }) => [id, name])) };
}
