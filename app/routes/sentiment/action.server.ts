import { generateSentiment } from "~/services/recommendations/sentiment.server";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** What both pages of the engine can do: generate a recommendation. */
export const generateAction = formAction({
  schema: noFields,
  defaultIntent: "generateSentiment",
  forms: {
    generateSentiment: generateForm("generateSentiment", generateSentiment),
  },
});
