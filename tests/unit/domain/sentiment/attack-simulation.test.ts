import { expect, test } from "vitest";
import { attackResults } from "~/domain/sentiment/attack-results";
import { simulateAttack } from "~/domain/sentiment/attack-simulation";

test.each(attackResults)(
  "$accounts accounts with a trust of $trust each do the damage that the method page states",
  ({ accounts, trust, ...damage }) => {
    expect(simulateAttack({ accounts, trust })).toEqual(damage);
  },
);
