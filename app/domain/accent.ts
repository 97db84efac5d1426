/** The accent colour of a site: what follows from the one that its operator chooses. */
import { contrast, mix, TEXT_CONTRAST } from "./contrast";

/** The accent on light and on dark ground, as `#rrggbb`. */
export interface Accent {
  light: string;
  dark: string;
}

const WHITE = "#ffffff";
const BLACK = "#000000";
/** How much white is mixed in with each try. */
const STEP = 0.02;

/** @returns the ground on which a colour is hardest to read, with the contrast there */
export function weakestContrast(
  color: string,
  grounds: Readonly<Record<string, string>>,
): { ground: string; ratio: number } {
  const ratios = Object.entries(grounds).map(([ground, of]) => ({
    ground,
    ratio: contrast(color, of),
  }));
  return ratios.reduce((weakest, next) => (next.ratio < weakest.ratio ? next : weakest));
}

/**
 * @param grounds the dark grounds on which it is to be read
 * @returns the colour, with as little white mixed in as it needs to be read on them
 */
export function accentOnDark(color: string, grounds: Readonly<Record<string, string>>): string {
  for (let part = 0; part < 1; part += STEP) {
    const lighter = mix(color, WHITE, part);
    if (weakestContrast(lighter, grounds).ratio >= TEXT_CONTRAST) return lighter;
  }
  return WHITE;
}

/** The paler accent behind text: `quiet` is the text that has to be read on it. */
function washOf(accent: string, ground: string, quiet: string): string {
  for (let part = 0.88; part < 1; part += STEP) {
    const wash = mix(accent, ground, part);
    const isReadable = [quiet, accent].every((text) => contrast(text, wash) >= TEXT_CONTRAST);
    if (isReadable) return wash;
  }
  return ground;
}

/**
 * @param grounds of each scheme: what cards are, and the quiet text on them
 * @returns the values of the colours that follow from an accent, by scheme and name
 */
export function accentColors(
  { light, dark }: Accent,
  grounds: Record<"light" | "dark", { raised: string; muted: string }>,
) {
  return {
    light: {
      accent: light,
      "accent-strong": mix(light, BLACK, 0.3),
      "accent-wash": washOf(light, grounds.light.raised, grounds.light.muted),
      "on-accent": WHITE,
    },
    dark: {
      accent: dark,
      "accent-strong": mix(dark, WHITE, 0.3),
      "accent-wash": washOf(dark, grounds.dark.raised, grounds.dark.muted),
      "on-accent": mix(dark, BLACK, 0.9),
    },
  };
}
