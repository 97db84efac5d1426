import type { MetaFunction } from "@remix-run/react";
import { StayTuned } from "./stay-tuned";
import { pageMeta } from "~/utils/seo/meta";

const title = "Stay Tuned";
const description = "More of this site is on its way. This is what is already open.";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ matches, title, description, path: "/stay-tuned", hidden: true });

export default function StayTunedScreen() {
  return <StayTuned title={title} description={description} />;
}
