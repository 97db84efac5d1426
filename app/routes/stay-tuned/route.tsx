import type { MetaFunction } from "@remix-run/react";
import { StayTuned } from "./stay-tuned";
import { pageMeta } from "~/utils/seo/meta";

const title = "Stay Tuned";
const promise = "More of this site is on its way. What is open already is here.";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ matches, title, description: promise, path: "/stay-tuned", hidden: true });

export default function StayTunedScreen() {
  return <StayTuned title={title} promise={promise} />;
}
