import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { CheckIcon } from "~/components/ui/icons";
import { TextLink } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { readNextSteps } from "~/services/people/next-steps.server";
import { redirectTarget } from "~/utils/forms/account-forms.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const done = await orErrorResponse(readNextSteps(viewer));
  return { name: viewer.name, email: viewer.email, done, redirectTo: redirectTarget(args.request) };
}

/** What to do first, after signing up. */
export default function Welcome() {
  const { name, email, done, redirectTo } = useLoaderData<typeof loader>();
  return (
    <Page width="reading">
      <PageHeader
        title={`Welcome, ${name}`}
        standfirst="Your account is ready. Three steps make the most of it."
      />
      <ol className="grid gap-0 border-t border-line">
        <Step title="Confirm your address" isDone={done.hasProvenEmail}>
          {done.hasProvenEmail ? (
            <p>Your address is confirmed, and your upvotes and comments count.</p>
          ) : (
            <>
              <p>
                We have sent a mail to <b className="font-medium break-words">{email}</b>. Follow
                the link in it within {LINK_HOURS["prove-email"]} hours: until then, your upvotes
                and comments are shown, but do not count.
              </p>
              <p>
                Nothing there after a few minutes? Look in your spam folder,{" "}
                <TextLink to="/prove-email">have another mail sent</TextLink> or{" "}
                <TextLink to="/settings/sign-in">correct the address</TextLink>.
              </p>
            </>
          )}
        </Step>
        <Step title="Introduce yourself" isDone={done.hasIntroduction}>
          <p>
            A few words about you stand on <TextLink to={`/people/${name}`}>your page</TextLink>.{" "}
            <TextLink to="/settings">
              {done.hasIntroduction ? "Change your profile" : "Write your profile"}
            </TextLink>
          </p>
        </Step>
        <Step title="Take part" isDone={done.takesPart}>
          <p>
            Follow a hub in the <TextLink to="/research">research room</TextLink>, or say what you
            think of an <TextLink to="/community">article</TextLink>.
          </p>
        </Step>
      </ol>
      <ButtonLink to={redirectTo} className="mt-8">
        {redirectTo === "/" ? "Go to the front page" : "Go on to where you were"}
      </ButtonLink>
    </Page>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li className="grid gap-2 border-b border-line py-5">
    <div className="flex flex-wrap items-center gap-x-3">
      <h2 className="card-title">{title}</h2>
      {isDone ? (
        <span className="inline-flex items-center gap-1 text-sm font-medium text-positive">
          <CheckIcon className="size-4" />
          Done
        </span>
      ) : null}
    </div>
    {children}
  </li>
);

export const meta = hiddenMeta("Welcome", "What to do first with a new account.", "/welcome");
