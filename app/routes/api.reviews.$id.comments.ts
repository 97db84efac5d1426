import { commentsResource } from "~/utils/http/comment-endpoints.server";

export const loader = commentsResource("review");
export const action = loader;
