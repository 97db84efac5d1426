/** The settings of a site that its administrators change while it runs, and the input that changes them. */
import { z } from "zod";
import { limitDefaults, type LimitVariable } from "~/config/request-limits";
import type { Accent } from "~/domain/accent";
import { isColor } from "~/domain/contrast";
import {
  bannerTones,
  MAX_BANNER_LENGTH,
  MAX_LIMIT,
  MAX_SITE_NAME_LENGTH,
  MAX_TAGLINE_LENGTH,
  signUpModes,
  type Banner,
  type Logo,
  type SignUpMode,
} from "~/domain/site-settings";
import { optionalLine, optionalUrl, withCommas } from "./fields";

export interface SiteSettings {
  signUp: SignUpMode;
  banner: Banner | null;
  name: string;
  tagline: string;
  /** `null` for the colours of the design. */
  accent: Accent | null;
  logo: Logo | null;
  links: { social: string; repository: string; contact: string };
  /** The limits on requests that differ from those of the environment. */
  limits: Partial<Record<LimitVariable, number>>;
}

/** What administrators have set; what is missing is as in the environment. */
export type StoredSettings = Partial<Omit<SiteSettings, "links">> & {
  links?: Partial<SiteSettings["links"]>;
};

export const limitVariables = Object.keys(limitDefaults) as LimitVariable[];

/** @returns the name of the form field of a limit: `limitSignUp` for `RATE_LIMIT_SIGN_UP` */
export const limitField = (variable: LimitVariable): `limit${string}` =>
  `limit${variable
    .replace("RATE_LIMIT_", "")
    .split("_")
    .map((word) => word[0]! + word.slice(1).toLowerCase())
    .join("")}`;

/** With fewer requests a minute, nobody could open the page that raises the limit again. */
const LEAST_REQUESTS = 60;

/** A limit as a form sends it; an empty text means that of the environment. */
function limit(variable: LimitVariable) {
  const least = /_(READS|WRITES)$/.test(variable) ? LEAST_REQUESTS : 1;
  const error = `Please enter a whole number from ${least} to ${withCommas(MAX_LIMIT)}, or nothing.`;
  return z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, { error })
    .transform((text) => (text === "" ? undefined : Number(text)))
    .refine((points) => points === undefined || (points >= least && points <= MAX_LIMIT), { error })
    .optional();
}

const emptyAsMissing = (text: string) => text.trim() || undefined;

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const day = z
  .string()
  .transform(emptyAsMissing)
  .refine((text) => text === undefined || isDay(text), { error: "Please enter a date." })
  .optional();

const color = z
  .string()
  .transform(emptyAsMissing)
  .refine((text) => text === undefined || isColor(text), {
    error: "Please enter a colour such as #0b5a3d.",
  })
  .transform((text) => text?.toLowerCase())
  .optional();

const email = z
  .string()
  .transform(emptyAsMissing)
  .refine((text) => text === undefined || z.email().max(254).safeParse(text).success, {
    error: "Please enter an email address.",
  })
  .optional();

const limits = Object.fromEntries(
  limitVariables.map((variable) => [limitField(variable), limit(variable)]),
) as Record<`limit${string}`, ReturnType<typeof limit>>;

/** All settings but the logo, as the form sends them; what is empty is as in the environment. */
export const siteSettingsInput = z.object({
  /** The revision of the settings that were changed. */
  revision: z.coerce.number({ error: "Required" }).int().min(0),
  /** The newest revision that the form’s page has shown, if that is a later one. */
  seen: z.coerce.number({ error: "Required" }).int().min(0).optional(),
  signUp: z.enum(signUpModes, { error: "Please choose who may sign up." }),
  bannerText: optionalLine("Banner", MAX_BANNER_LENGTH),
  bannerTone: z.enum(bannerTones).optional(),
  bannerUntil: day,
  name: optionalLine("Name", MAX_SITE_NAME_LENGTH),
  tagline: optionalLine("Tagline", MAX_TAGLINE_LENGTH),
  accent: color,
  socialUrl: optionalUrl(),
  repositoryUrl: optionalUrl(),
  contactEmail: email,
  ...limits,
});
export type SiteSettingsInput = z.output<typeof siteSettingsInput> &
  Partial<Record<ReturnType<typeof limitField>, number>>;
