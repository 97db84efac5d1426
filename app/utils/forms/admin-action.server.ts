import { z } from "zod";
import { recentConfirmationInput } from "~/schemas/second-factor";
import { requireRecentConfirmation } from "~/services/accounts/recent-confirmation.server";
import { ServiceError } from "~/services/errors";
import { requirePower } from "~/services/require-power";
import { formAction, type FormContext, type FormHandler } from "./form-action.server";
import type { FormIntent } from "./form-messages";
import { textField } from "./parse-form.server";

/** The fields that confirm who acts, which are not sent back. */
const CONFIRMATION = Object.keys(recentConfirmationInput.shape);

interface DescribedForm {
  input: z.ZodObject;
  handler: FormHandler<never>;
}

/**
 * Describes a form of a page under `/admin`, for `adminAction`.
 * @param input its fields, without those that confirm who acts
 */
export const adminForm = <Input extends z.ZodObject>(
  input: Input,
  handler: FormHandler<z.output<Input>>,
): DescribedForm => ({ input, handler });

/**
 * Creates the action of a page under `/admin`: a `formAction` whose forms are for administrators, and ask for the
 * password or a passkey again if the last confirmation is more than ten minutes ago. `AdminForm` in `components/admin`
 * renders such a form.
 * @returns the action; its `intents` are those of its forms
 * @throws Response 400 for anything that is not a form of this page
 */
export function adminAction(forms: { readonly [Intent in FormIntent]?: DescribedForm }) {
  const described = Object.entries(forms);
  const schemas = described.map(([intent, { input }]) =>
    input.safeExtend({ intent: z.literal(intent), ...recentConfirmationInput.shape }),
  );
  const handlers = described.map(([intent, { handler }]) => {
    const hiddenFields = [...(handler.hiddenFields ?? []), ...CONFIRMATION];
    return [intent, { ...handler, hiddenFields }] as const;
  });
  const action = formAction({
    schema: z.discriminatedUnion("intent", schemas as never),
    forms: Object.fromEntries(handlers) as Record<FormIntent, FormHandler<never>>,
    authorize: authorizeForm,
  });
  return Object.assign(action, { intents: described.map(([intent]) => intent) });
}

/** @throws ServiceError unless whoever sends a form is an administrator, and has confirmed that they are who they seem */
export async function authorizeForm(
  form: FormData,
  { viewer, session, client }: Omit<FormContext, "params">,
): Promise<void> {
  requirePower(viewer, "administer");
  const typed = Object.fromEntries(
    CONFIRMATION.map((name) => [name, textField(form, name) || undefined]),
  );
  const { data, error } = recentConfirmationInput.safeParse(typed);
  if (error) {
    const { fieldErrors } = z.flattenError(error);
    throw new ServiceError("invalid", "This does not confirm that it is you.", { fieldErrors });
  }
  await requireRecentConfirmation({ viewer, session }, data, client);
}
