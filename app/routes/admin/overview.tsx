import type { LoaderFunctionArgs } from "@remix-run/node";
import { PageHeader } from "~/components/ui/page";
import { requirePower } from "~/services/require-power";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  await orErrorResponse(Promise.resolve().then(() => requirePower(viewer, "administer")));
  return null;
}

export default function Overview() {
  return <PageHeader title="Overview" standfirst="The site as it runs now." />;
}

export const meta = fixedMeta({
  title: "Admin",
  description: "The site as it runs now.",
  path: "/admin",
  hidden: true,
});
