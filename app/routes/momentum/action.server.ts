import { generateMomentum } from "~/services/recommendations/momentum.server";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** What both pages of the engine can do: generate a recommendation. */
export const generateAction = formAction({
  schema: noFields,
  defaultIntent: "generateMomentum",
  forms: {
    generateMomentum: generateForm("generateMomentum", generateMomentum),
  },
});
