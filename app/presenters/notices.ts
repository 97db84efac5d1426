import { noticeResponse } from "~/schemas/notices";
import { presenter } from "./presenter";

/** Serializes a notice, for the person who is told. */
export const serializeNotice = presenter(noticeResponse);
