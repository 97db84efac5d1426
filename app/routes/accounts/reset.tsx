import { getFormProps, useForm } from "@conform-to/react";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { NewPasswordFields } from "~/components/accounts/fields";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { newPasswordForm } from "~/schemas/accounts";
import { emailOfLink, LINK_REFUSED } from "~/services/accounts/links.server";
import { resetPassword } from "~/services/accounts/new-password.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader({ params }: LoaderFunctionArgs) {
  const secret = params.secret ?? "";
  const isGood = (await orErrorResponse(emailOfLink(secret, "reset-password"))) !== null;
  const constraint = getConstraint(newPasswordForm);
  const refusal = isGood ? null : LINK_REFUSED["reset-password"];
  return data(
    { refusal, constraint },
    { status: isGood ? 200 : 410, headers: { "Cache-Control": "no-store" } },
  );
}

export const action = formAction({
  schema: newPasswordForm,
  defaultIntent: "resetPassword",
  forms: {
    resetPassword: {
      page: "/login",
      hiddenFields: ["password", "confirmPassword"],
      async handle(input, { params, client }) {
        await resetPassword(params.secret ?? "", input, client);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("resetPassword");

export default function Reset() {
  const { refusal } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      title="New password"
      standfirst="It replaces your old password and signs you out everywhere."
    >
      {refusal ? (
        <>
          <FormAlert>{refusal}</FormAlert>
          <Link to="/forgot" className="link">
            Send me another link
          </Link>
        </>
      ) : (
        <NewPasswordForm />
      )}
    </AccountPage>
  );
}

function NewPasswordForm() {
  const { constraint } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isPending = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Record<"password" | "confirmPassword", string>>({
    constraint,
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormAlert>{result?.formError?.message}</FormAlert>
      <NewPasswordFields label="New password" fields={fields} />
      <Button pending={isPending} pendingLabel="Setting…">
        Set the password
      </Button>
    </Form>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "New password",
    description: "Set a new password for your account.",
    hidden: true,
  });
