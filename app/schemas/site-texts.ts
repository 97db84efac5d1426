/** The forms by which administrators change the texts of the site. */
import { z } from "zod";
import { MAX_SITE_TEXT_LENGTH } from "~/domain/site-texts";
import { atMost, requiredText, tooLong } from "./fields";

/** The version that a change was made on; 0 if nothing was ever saved. */
const version = z.coerce.number({ error: "Required" }).int().min(0).max(1e15);

export const siteTextInput = z.object({
  text: atMost(requiredText(), MAX_SITE_TEXT_LENGTH, tooLong("The text", MAX_SITE_TEXT_LENGTH)),
  version,
});
export type SiteTextInput = z.output<typeof siteTextInput>;

export const backToTextInput = z.object({ version });
