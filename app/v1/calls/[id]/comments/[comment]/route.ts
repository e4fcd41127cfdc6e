import { deleteComment, updateComment } from "@/lib/calls/comments";
import { Comment, CommentParams, UpdateComment } from "@/lib/calls/comments/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const PATCH = route(
  {
    summary: "Change a comment",
    description: "Members change their own comments. API keys change the comments of API keys.",
    tags,
    capability: "calls.write",
    params: CommentParams,
    body: UpdateComment,
    response: Comment,
  },
  (ctx, { params, body }) => updateComment(ctx, params, body),
);

export const DELETE = route(
  {
    summary: "Delete a comment",
    description: "Admins delete any comment; other roles their own.",
    tags,
    capability: "calls.write",
    params: CommentParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteComment(ctx, params);
    return undefined;
  },
);
