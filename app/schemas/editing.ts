/** Fields shared by the forms that edit and remove a user's own texts. */
import { z } from "zod";

/** The version that the form was opened with, so that it does not overwrite a newer one. */
export const versionField = z.coerce.number().int().catch(0);

export const removalForm = z.object({ intent: z.literal("remove"), version: versionField });
