import { upvoteCheckResource } from "~/utils/http/upvote-endpoints.server";

const { loader, action } = upvoteCheckResource("article");

export { loader, action };
