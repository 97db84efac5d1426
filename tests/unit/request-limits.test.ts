import { expect, it } from "vitest";
import { describeLimit, requestLimits } from "~/config/request-limits";

it("docs/request-limits.md lists every limit (npx vitest -u writes it)", async () => {
  const rows = Object.values(requestLimits).map((limit) => {
    const variable = limit.variable ? `\`RATE_LIMIT_${limit.variable}\`` : "";
    const points = "factor" in limit ? limit.points * limit.factor : limit.points;
    return `| ${describeLimit({ ...limit, points })} | ${variable} |`;
  });
  const text = [
    "# Limits on requests",
    "",
    "The defaults, with the variables that change them. `RATE_LIMITS=off` lifts all. This file is written from `app/config/request-limits.ts`.",
    "",
    "| default | variable |",
    "| --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/request-limits.md");
});
