import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { Button } from "~/components/ui/button";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { forgotInput } from "~/schemas/accounts";
import { requestPasswordReset } from "~/services/accounts/new-password.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { pageMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = ({ request }: LoaderFunctionArgs) => ({
  isSent: new URL(request.url).searchParams.has("sent"),
  constraint: getConstraint(forgotInput),
});

export const action = formAction({
  schema: forgotInput,
  defaultIntent: "forgot",
  forms: {
    forgot: {
      page: "/forgot?sent=1",
      async handle(input, { client }) {
        await requestPasswordReset(input, client);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("forgot");

export default function Forgot() {
  const { isSent } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      title="Forgotten password"
      standfirst={
        isSent
          ? "If an account has this address, a link is on its way to it."
          : "We will mail you a link to set a new password."
      }
    >
      {isSent ? <WhatNext /> : <ForgotForm />}
    </AccountPage>
  );
}

const WhatNext = () => (
  <>
    <p>The link can be used once, within an hour. It may take a minute to arrive.</p>
    <p>
      Nothing there? Look in your spam folder, or{" "}
      <Link to="/forgot" className="link">
        try another address
      </Link>
      .
    </p>
  </>
);

function ForgotForm() {
  const { constraint } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isPending = useNavigation().formAction === "/forgot";
  const [form, fields] = useForm<{ email: string }>({
    constraint,
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormAlert>{result?.formError?.message}</FormAlert>
      <InputField
        label="Email"
        errors={fields.email.errors}
        input={{ ...getInputProps(fields.email, { type: "email" }), autoComplete: "email" }}
      />
      <Button pending={isPending} pendingLabel="Sending…">
        Send the link
      </Button>
    </Form>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Forgotten password",
    description: "Set a new password through a link that we mail to you.",
    path: "/forgot",
    hidden: true,
  });
