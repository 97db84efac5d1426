import { expect, test } from "vitest";
import { attackResults } from "~/domain/sentiment/attack-results";
import { simulateAttack } from "~/domain/sentiment/attack-simulation";

test.each(attackResults)(
  "$accounts accounts that count for $trust each do what the method page says",
  ({ accounts, trust, ...damage }) => {
    expect(simulateAttack({ accounts, trust })).toEqual(damage);
  },
);
