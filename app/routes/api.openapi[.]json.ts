import { documentRoute } from "./api._index/document.server";

export const loader = documentRoute.loader;
export const action = documentRoute.action;
