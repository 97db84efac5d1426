import { data } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { pageMeta } from "~/utils/seo/meta";

/** Every address that nothing else answers to. */
const nothingHere = (): never => {
  throw data(null, { status: 404 });
};

export const loader = nothingHere;
export const action = nothingHere;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: "Page not found", hidden: true });

export default function Nowhere() {
  return null;
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
