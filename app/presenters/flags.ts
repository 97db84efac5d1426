import { flagResponse, type FlagResponse } from "~/schemas/flags";
import type { OwnFlag } from "~/services/moderation/own-flags.server";
import { presenter } from "./presenter";

const present = presenter(flagResponse);

/** Serializes a flag, for the person who raised it only. */
export const serializeFlag = ({ target, text, ...flag }: OwnFlag): FlagResponse =>
  present({
    ...flag,
    ...target,
    title: text?.title ?? null,
    path: text?.path ?? null,
  });
