import { expect, test } from "vitest";
import { attackedCommunities } from "~/domain/sentiment/attack-results";
import { simulateAttack } from "../../../setup/attack-simulation";

test.each(attackedCommunities)(
  "in a community of $trusted trusted and $others others, attacks do what the method page states",
  ({ atRisk, strangers, fortnight, cohorts, ...community }) => {
    for (const { accounts, fooled, ...damage } of [strangers, fortnight, cohorts]) {
      expect(simulateAttack(community, { accounts, fooled })).toEqual({ ...damage, atRisk });
    }
    expect(strangers.worst).toBeLessThanOrEqual(3);
    expect(fortnight.worst).toBeLessThanOrEqual(3);
    expect(cohorts.worst).toBeLessThanOrEqual(10);
  },
);
