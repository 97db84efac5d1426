import { commentsResource } from "~/utils/http/comment-endpoints.server";

const { loader, action } = commentsResource("article");

export { loader, action };
