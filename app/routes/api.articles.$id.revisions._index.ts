import { revisionsResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionsResource("article");

export { loader, action };
