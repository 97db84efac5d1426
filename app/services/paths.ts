export { reviewPath } from "~/config/hubs";
export { commentPath } from "~/domain/comment-path";
