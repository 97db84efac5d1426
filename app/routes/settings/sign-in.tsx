import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { Section } from "~/components/ui/section";
import { requireViewer } from "~/utils/http/auth.server";
import { noStore } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";

export async function loader(args: LoaderFunctionArgs) {
  const { email, hasProvenEmail } = await requireViewer(args);
  return { email, hasProvenEmail };
}

/** What somebody signs in with. */
export default function SignInSettings() {
  const { email, hasProvenEmail } = useLoaderData<typeof loader>();
  return (
    <Section id="address" title="Address" isFirst>
      <p className="break-words">{email}</p>
      {hasProvenEmail ? null : (
        <p className="mt-2">
          It is not confirmed yet.{" "}
          <Link to="/prove-email" className="link">
            Send me another link
          </Link>
        </p>
      )}
    </Section>
  );
}

export const headers = noStore;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Address and password",
    description: "The address and the password of your account.",
    path: "/settings/sign-in",
    hidden: true,
  });
