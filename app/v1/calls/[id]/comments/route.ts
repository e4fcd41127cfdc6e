import { createComment, listComments, readComment } from "@/lib/calls/comments";
import {
  Comment,
  CommentListParams,
  CommentPage,
  CreateComment,
  ListComments,
} from "@/lib/calls/comments/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const GET = route(
  {
    summary: "List the comments on a call",
    description: "Oldest first, with masked texts.",
    tags,
    capability: "calls.read",
    params: CommentListParams,
    query: ListComments,
    response: CommentPage,
  },
  (ctx, { params, query }) => listComments(ctx, params.id, query),
);

export const POST = route(
  {
    summary: "Comment on a call",
    description:
      "`turn_index` or `offset_ms` is the place in the call that the comment is about. A call has at most 200 comments. They are deleted with its transcript.",
    tags,
    capability: "calls.write",
    params: CommentListParams,
    body: CreateComment,
    response: Comment,
    status: 201,
    location: ({ call_id }) => `/v1/calls/${call_id}/comments`,
    replay: (ctx, { params, reference }) => readComment(ctx, params.id, reference),
  },
  (ctx, { params, body }) => createComment(ctx, params.id, body),
);
