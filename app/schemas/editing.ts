/** What the forms to edit and remove one's own texts have in common. */
import { z } from "zod";

/** The version that the form shows, so that no other is overwritten. */
export const versionField = z.coerce.number().int().catch(0);

/** The button to remove a text. */
export const removalForm = z.object({ intent: z.literal("remove"), version: versionField });
