import { previewResource } from "~/utils/http/recommendation-endpoints.server";

const { loader, action } = previewResource("sentiment");

export { loader, action };
