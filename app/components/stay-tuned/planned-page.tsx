import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { hueOf } from "~/components/ui/topic";
import { plannedPages, type PlannedPage } from "~/config/planned-pages";
import { findCategory } from "~/domain/categories";
import { pageMeta } from "~/utils/meta";
import { StayTuned } from "./stay-tuned";

/** The route of every planned page: it finds its row by its own address. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname.slice(1).replace(/\/$/, "").toLowerCase();
  const page =
    params.slug === undefined ? plannedPages.find((row) => row.path === path) : undefined;
  const found = page ?? categoryPage(params.slug);
  if (!found) throw data(null, { status: 404 });
  const { title, promise, canonical = `/${found.path}`, hidden = false } = found;
  return { title, promise, canonical, hidden, hue: hueOf(canonical.slice(1)) };
}

/** A topic's category shows its hub; the general ones have a screen of their own. */
function categoryPage(slug = ""): PlannedPage | undefined {
  const hub = plannedPages.find((row) => row.path === slug);
  const category = findCategory(slug);
  if (!category) return undefined;
  return hub ?? { path: `category/${slug}`, title: category.name, promise: category.description };
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
  const { title, promise, hue } = useLoaderData<typeof loader>();
  return <StayTuned title={title} promise={promise} {...(hue !== "none" && { hue })} />;
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
