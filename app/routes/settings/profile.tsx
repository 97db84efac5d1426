import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { InputField } from "~/components/ui/field";
import { Link } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { personPath } from "~/domain/person-path";
import { profileForm } from "~/schemas/profile";
import { changeProfile, readProfile } from "~/services/accounts/profile.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction, keepPageWhenSignedOut } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { pageMeta } from "~/utils/seo/meta";
import { useResultOf } from "~/utils/forms/result-of";
import { SettingsForm } from "./form";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  // If the session has ended when the form is posted, the page still renders, to keep what was typed.
  return { profile: viewer && (await orErrorResponse(readProfile(viewer))) };
}

export const action = formAction({
  schema: profileForm,
  forms: {
    changeProfile: {
      page: "/settings",
      async handle(input, { viewer }) {
        await changeProfile(viewer, input);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("changeProfile");

export const shouldRevalidate: ShouldRevalidateFunction = keepPageWhenSignedOut;

/** The form to edit the public profile. */
export default function ProfileSettings() {
  const { profile } = useLoaderData<typeof loader>();
  const viewer = useViewer();
  const [form, fields] = useForm<
    Record<"about" | "link" | "disclosure" | "isHiddenFromSearch", string>
  >({
    id: "change-profile",
    defaultValue: profile && {
      ...profile,
      isHiddenFromSearch: profile.isHiddenFromSearch ? "on" : "",
    },
    lastResult: useResultOf("changeProfile")?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <Section
      id="profile"
      title="Profile"
      standfirst={
        viewer ? (
          <>
            What everyone sees on{" "}
            <Link to={personPath(viewer.name)} className="link">
              your page
            </Link>
            . Your name, {viewer.name}, cannot be changed.
          </>
        ) : (
          "What everyone sees on your page."
        )
      }
      isFirst
    >
      <SettingsForm
        intent="changeProfile"
        props={getFormProps(form)}
        label="Save the profile"
        pendingLabel="Saving…"
      >
        <InputField
          label="About you"
          optional
          hint="One line."
          errors={fields.about.errors}
          input={{ ...getInputProps(fields.about, { type: "text" }), autoComplete: "off" }}
        />
        <InputField
          label="Link"
          optional
          errors={fields.link.errors}
          input={{ ...getInputProps(fields.link, { type: "url" }), autoComplete: "url" }}
        />
        <InputField
          label="Disclosure"
          optional
          hint="What you hold, if it matters to what you write: long BTC, for example."
          errors={fields.disclosure.errors}
          input={{ ...getInputProps(fields.disclosure, { type: "text" }), autoComplete: "off" }}
        />
        <label className="flex min-h-11 items-center gap-3 text-base">
          <input
            {...getInputProps(fields.isHiddenFromSearch, { type: "checkbox" })}
            className="size-5 accent-accent"
          />
          Ask search engines to leave my page out
        </label>
      </SettingsForm>
      {viewer ? null : (
        <p className="mt-5 text-base text-muted">
          <SignInTrigger variant="link" redirectTo="/settings" /> to change your profile.
        </p>
      )}
    </Section>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Profile",
    description: "Your public profile.",
    path: "/settings",
    hidden: true,
  });
