/** Generated requests; `npm run fuzz` sends any number of them. */
import { expect, test } from "vitest";
import { fuzz } from "../../scripts/fuzz/run";
import { useSite } from "../setup/site";

const site = useSite({ DEMO: "1" });

test("no generated request causes a server error", async () => {
  const { sent, statuses, failures } = await fuzz({
    origin: site().origin,
    requests: 1_500,
    seed: 20_261_123,
  });
  expect(failures).toEqual([]);
  expect(sent).toBe(1_500);
  // The requests get far enough to be useful.
  for (const status of ["200", "201", "302", "400", "401", "404"]) {
    expect(statuses, status).toHaveProperty(status);
  }
  expect(site().logs()).not.toMatch(/"level":"(error|fatal)"/);
});
