import { z } from "zod";
import { roles } from "~/domain/permissions";
import { count, id, optional, optionalTime, text, time, yes } from "./export-fields";

/** What a copy of a user's data says of the account itself. */
export const account = z
  .object({
    id: id("account"),
    name: text("Your public name on the site."),
    email: text("Your email address."),
    hasProvenEmail: yes("Whether you have confirmed the address."),
    isMember: yes("Whether you are a member."),
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: "Whether you are a moderator or an administrator; null if neither." }),
    suspension: z
      .object({
        until: optionalTime("Until when"),
        decisionId: id("decision"),
      })
      .nullable()
      .meta({ description: "The last suspension of your account; null if there was none." }),
    limitedUntil: optionalTime("Until when a moderator has limited your account"),
    isAnonymousModerator: yes("Whether you are “a moderator” in your decisions, by default."),
    admission: z
      .object({
        by: z
          .enum(["vote", "operator"])
          .meta({ description: "Whether the members or the site's operator made you a member." }),
        at: time("When you became a member"),
      })
      .nullable()
      .meta({ description: "How you became a member; null if you are none." }),
    createdAt: time("When you signed up"),
    about: optional("The line about yourself in your profile."),
    link: optional("The link in your profile."),
    disclosure: optional("The holdings that you disclose in your profile."),
    isHiddenFromSearch: yes("Whether search engines are asked to leave your page out."),
    followingFeedMadeAt: optionalTime(
      "When the secret address of the feed of what you follow was made",
    ),
    hubs: z.array(z.string()).meta({ description: "The hubs that you have contributed to." }),
    leaving: z
      .object({
        at: time("When the account is to be deleted"),
        withContent: yes("Whether what you wrote is to be deleted too."),
      })
      .nullable()
      .meta({ description: "Null unless you asked for your account to be deleted." }),
    addressesUsedAt: z
      .array(time("When one address was last used"))
      .meta({ description: "When each network address you signed in from was last used." }),
    secondFactor: z
      .object({
        confirmedAt: time("When the authenticator app was set up"),
        recoveryCodesLeft: count("The number of unused recovery codes."),
      })
      .nullable()
      .meta({ description: "Your authenticator app; null if you have none." }),
  })
  .meta({ description: "Your account and your profile." });
