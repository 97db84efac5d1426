import { previewResource } from "~/utils/http/recommendation-endpoints.server";

const { loader, action } = previewResource("momentum");

export { loader, action };
