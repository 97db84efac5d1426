/** The accent colour that administrators choose, and the styles that apply it. */
import { accentColors, accentOnDark, weakestContrast, type Accent } from "~/domain/accent";
import { isColor, TEXT_CONTRAST } from "~/domain/contrast";
import { colors, type Scheme } from "~/styles/tokens";
import { ServiceError } from "../errors";

export const DESIGN_ACCENT: string = colors.accent.light;

const GROUNDS = ["paper", "raised", "sunken"] as const;
const groundsOf = (scheme: Scheme) =>
  Object.fromEntries(GROUNDS.map((ground) => [ground, colors[ground][scheme]]));
const GROUND_WORDS: Record<string, string> = {
  paper: "the page",
  raised: "cards and fields",
  sunken: "quiet parts of the page",
};

/** @throws ServiceError `invalid` with the measured contrast if text in the colour cannot be read on light ground */
export function toAccent(color: string): Accent {
  const { ground, ratio } = weakestContrast(color, groundsOf("light"));
  if (ratio < TEXT_CONTRAST) {
    // Rounded down, so that what is refused never reads as enough.
    const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
    const message = `Text in this colour is hard to read: its contrast against ${GROUND_WORDS[ground]} is ${measured} to 1, and ${TEXT_CONTRAST} to 1 is needed. Please choose a darker one.`;
    throw new ServiceError("invalid", message, { fieldErrors: { accent: [message] } });
  }
  return { light: color, dark: accentOnDark(color, groundsOf("dark")) };
}

const schemeGrounds = {
  light: { raised: colors.raised.light, muted: colors.muted.light },
  dark: { raised: colors.raised.dark, muted: colors.muted.dark },
};

/**
 * @param color the accent on light ground
 * @returns the styles that apply it over those of the design, whose selectors they repeat; `null` if it is no colour
 *   that can be chosen
 */
export function accentStyles(color: string): string | null {
  if (!isColor(color)) return null;
  try {
    const { light, dark } = accentColors(toAccent(color), schemeGrounds);
    const variables = (values: Record<string, string>) =>
      Object.entries(values)
        .map(([name, value]) => `--${name}:${value}`)
        .join(";");
    return [
      `:root{${variables(light)}}`,
      `@media screen and (prefers-color-scheme:dark){:root:not([data-scheme=light]){${variables(dark)}}}`,
      `@media screen{:root[data-scheme=dark]{${variables(dark)}}}`,
    ].join("\n");
  } catch {
    return null;
  }
}
