import { revisionResource } from "~/utils/http/text-endpoints.server";

const { loader, action } = revisionResource("article");

export { loader, action };
