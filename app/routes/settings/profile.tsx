import { getInputProps } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostedForm } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { AnonymityField } from "~/components/moderation/anonymity-field";
import { InputField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { hasPower } from "~/domain/permissions";
import { personPath } from "~/domain/person-path";
import { moderatorForm, profileForm } from "~/schemas/profile";
import { changeAnonymity, changeProfile, readProfile } from "~/services/accounts/profile.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  // If the session has ended when the form is posted, the page still renders, to keep what was typed.
  return { profile: viewer && (await orErrorResponse(readProfile(viewer))) };
}

export const action = formAction({
  schema: z.discriminatedUnion("intent", [profileForm, moderatorForm]),
  forms: {
    changeProfile: {
      page: "/settings",
      async handle({ intent: _, ...input }, { viewer }) {
        const { warnedOf } = await changeProfile(viewer, input);
        return { warnedOf };
      },
    },
    changeModerator: {
      page: "/settings",
      handle: ({ isAnonymous }, { viewer }) => changeAnonymity(viewer, isAnonymous),
    },
  },
});
export const clientAction = formClientAction("changeProfile");

export default function ProfileSettings() {
  const { profile } = useLoaderData<typeof loader>();
  const viewer = useViewer();
  return (
    <>
      <Section
        id="profile"
        title="Profile"
        standfirst={
          viewer ? (
            <>
              What everyone sees on <TextLink to={personPath(viewer.name)}>your page</TextLink>.
              Your name, <bdi>{viewer.name}</bdi>, cannot be changed.
            </>
          ) : (
            "What everyone sees on your page."
          )
        }
        isFirst
      >
        <PostedForm<"about" | "link" | "disclosure" | "isHiddenFromSearch">
          intent="changeProfile"
          defaultValue={
            profile && { ...profile, isHiddenFromSearch: profile.isHiddenFromSearch ? "on" : "" }
          }
          label="Save the profile"
          pendingLabel="Saving…"
        >
          {(fields) => (
            <>
              <InputField
                label="About you"
                optional
                hint="One line."
                field={fields.about}
                autoComplete="off"
              />
              <InputField label="Link" optional field={fields.link} type="url" autoComplete="url" />
              <InputField
                label="Disclosure"
                optional
                hint="What you hold, if it matters to what you write: long BTC, for example."
                field={fields.disclosure}
                autoComplete="off"
              />
              <label className="flex min-h-11 items-center gap-3 text-base">
                <input
                  {...getInputProps(fields.isHiddenFromSearch, { type: "checkbox" })}
                  className="size-5 accent-accent"
                />
                Ask search engines to leave my page out
              </label>
            </>
          )}
        </PostedForm>
        {viewer ? null : (
          <p className="mt-5 text-base text-muted">
            <SignInTrigger variant="link" redirectTo="/settings" /> to change your profile.
          </p>
        )}
      </Section>
      {hasPower(viewer, "decide") ? (
        <Section
          id="moderation"
          title="Moderation"
          standfirst="What is chosen when you decide; you can choose otherwise each time."
        >
          <PostedForm<"isAnonymous">
            intent="changeModerator"
            defaultValue={{ isAnonymous: viewer?.isAnonymousModerator ? "on" : "" }}
            label="Save this"
            pendingLabel="Saving…"
          >
            {({ isAnonymous }) => <AnonymityField field={isAnonymous} />}
          </PostedForm>
        </Section>
      ) : null}
    </>
  );
}

export const meta = hiddenMeta("Profile", "Your public profile.", "/settings");
