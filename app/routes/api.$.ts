import { apiNotFound } from "~/utils/http/endpoint.server";

/** All other paths under `/api`: a JSON 404. */
export const loader = apiNotFound;
export const action = apiNotFound;
