import { data } from "@remix-run/node";
import { fixedMeta } from "~/utils/seo/meta";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const throwNotFound = (): never => {
  throw data(null, { status: 404 });
};

export const loader = throwNotFound;
export const action = throwNotFound;

export const meta = fixedMeta({ title: "Page not found", hidden: true });

export default function NotFoundRoute() {
  return null;
}
