import { z } from "zod";
import { MAX_PROFILE_LINE_LENGTH, MAX_URL_LENGTH } from "~/domain/field-limits";
import { optionalLine, optionalUrl } from "./fields";

/**
 * Input to change a profile, for form and API. A field that is missing, empty or `null` is cleared. `null` is
 * accepted because the API's responses contain it, so that a profile can be sent back as it was read.
 */
export const profileInput = z.object({
  about: optionalLine("This line", MAX_PROFILE_LINE_LENGTH)
    .nullable()
    .meta({
      description: "A line about yourself.",
      examples: ["I read central banks so that you need not."],
    }),
  link: optionalUrl()
    .nullable()
    .meta({
      description: "Your web address, an http or https URL.",
      maxLength: MAX_URL_LENGTH,
      examples: ["https://example.org/mara"],
    }),
  disclosure: optionalLine("This line", MAX_PROFILE_LINE_LENGTH)
    .nullable()
    .meta({
      description: "What you hold, if it matters to what you write.",
      examples: ["Long BTC"],
    }),
  isHiddenFromSearch: z
    .boolean()
    .default(false)
    .meta({
      description: "Whether search engines are asked to leave your page out.",
      examples: [false],
    }),
});
export type ProfileInput = z.output<typeof profileInput>;

/** Input of the form for moderators in the settings. */
export const moderatorForm = z.object({
  intent: z.literal("changeModerator"),
  isAnonymous: z.boolean().default(false),
});

/** Input of the profile form in the settings. */
export const profileForm = profileInput.extend({ intent: z.literal("changeProfile") });
