import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { plannedPages } from "~/config/planned-pages";
import { pageMeta } from "~/utils/meta";
import { StayTuned } from "./stay-tuned";

/** The route of every planned page: it finds its row by its own address. */
export function loader({ request }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname.slice(1).replace(/\/$/, "").toLowerCase();
  const found = plannedPages.find((row) => row.path === path);
  if (!found) throw data(null, { status: 404 });
  const { title, promise, canonical = `/${found.path}`, hidden = false } = found;
  return { title, promise, canonical, hidden };
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  page
    ? pageMeta({
        matches,
        title: page.title,
        description: page.promise,
        path: page.canonical,
        hidden: page.hidden,
      })
    : pageMeta({ matches, title: "Page not found", hidden: true });

export default function PlannedPageScreen() {
  const { title, promise } = useLoaderData<typeof loader>();
  return <StayTuned title={title} promise={promise} />;
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
