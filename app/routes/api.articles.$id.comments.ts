import { commentsResource } from "~/utils/http/comment-endpoints.server";

export const loader = commentsResource("article");
export const action = loader;
