import { generateMomentum } from "~/services/momentum.server";
import { formAction } from "~/utils/form-action.server";
import { generateForm, noFields } from "~/utils/generation.server";

/** What both pages of the engine can do: generate a recommendation. */
export const generateAction = formAction({
  schema: noFields,
  defaultIntent: "generateMomentum",
  forms: {
    generateMomentum: generateForm("generateMomentum", generateMomentum),
  },
});
