import { commentsResource } from "~/utils/http/comment-endpoints.server";

const { loader, action } = commentsResource("review");

export { loader, action };
