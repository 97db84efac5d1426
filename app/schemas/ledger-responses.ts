/** The API's responses about the ledger; see `responses.ts`. */
import { z } from "zod";
import { ledgerKinds } from "~/domain/ledger";
import { count, figure, flag, text, timestamp, timestampOrNull } from "./response-fields";

const hash = (description: string, example: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description, examples: [example] });

const seq = z
  .int()
  .min(1)
  .meta({
    description: "The position of the entry in the ledger, counting from 1.",
    examples: [34],
  });
const ownHash = hash(
  "The hash of the entry’s leaf in the Merkle tree (RFC 6962), in hexadecimal: the SHA-256 of a zero byte followed by `content` in UTF-8.",
  "3f0a6c1a7c3fd1c39b9e2f1b4f7a35d1f6f6b7c2a2b4c6d8e0f1a3b5c7d9e1f3",
);

export const ledgerEntryResponse = z
  .object({
    seq,
    hash: ownHash,
    kind: z.enum(ledgerKinds).meta({
      description:
        "`recommendation` for a recommendation as it was made, `outcome` for its settled outcome after seven days, `key` for a key of the site with which it signs checkpoints from then on, `schedule` for the promised weekday and time, `missed` for a week without the promised recommendation.",
      examples: ["recommendation"],
    }),
    of: text(
      "The id of the recommendation that the entry is about, or another text that is unique for its kind, such as the number of a key.",
      "6791e8d9f0a1b2c3d4e5f607",
    ),
    at: timestamp("When the entry was added to the ledger", "2026-01-22T09:06:01.000Z"),
  })
  .meta({ id: "LedgerEntry", description: "An entry of the ledger, without its content." });

export const fullLedgerEntryResponse = ledgerEntryResponse
  .extend({
    content: text(
      "The data of the leaf: canonical JSON (RFC 8785), as a text. It repeats `seq`, `kind`, `of` and `at`.",
      '{"at":"2026-01-22T09:06:01.000Z","kind":"recommendation"}',
    ),
  })
  .meta({ id: "FullLedgerEntry", description: "An entry of the ledger, with its content." });

export const treeHead = z
  .object({
    size: z
      .int()
      .min(1)
      .meta({ description: "The number of entries.", examples: [42] }),
    root: hash(
      "The root hash of the Merkle tree of these entries (RFC 6962), in hexadecimal.",
      "9b1c0f2e4d6a8b7c5e3f1a2d4c6b8a9f7e5d3c1b2a4f6e8d0c9b7a5f3e1d2c4b",
    ),
  })
  .meta({
    id: "TreeHead",
    description:
      "The size and the root hash of the ledger’s tree. Who keeps them can detect later changes of any entry so far.",
  });

const ledgerHead = treeHead
  .extend({
    witnesses: count("How many witnesses have cosigned it.", 2),
    timestampedAt: timestampOrNull(
      "When an authority put a timestamp on it",
      "When an authority put a timestamp on it, in UTC; null if none did.",
      "2026-01-22T09:06:05.000Z",
    ),
  })
  .meta({
    id: "LedgerHead",
    description: "The newest head of the ledger’s tree, and what others say of it.",
  });

export const ledgerMark = z.object({ seq, hash: ownHash }).meta({
  id: "LedgerMark",
  description: "An entry of the ledger, identified by its position and hash.",
});

export const checkpointResponse = z
  .object({
    ...treeHead.shape,
    at: timestamp("When the checkpoint was made", "2026-01-22T09:06:01.000Z"),
    key: text(
      "The verifier key of the checkpoint (C2SP signed-note). Keep it: a new one is an entry of the ledger.",
      "site.example/ledger+6f0b2c1d+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ),
    note: text(
      "The checkpoint as a signed note (C2SP tlog-checkpoint), with all cosignatures, as at `/ledger/checkpoint`.",
      "site.example/ledger\n42\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— site.example/ledger bwssHQ==\n",
    ),
    cosignatures: z
      .array(
        z
          .object({
            key: text(
              "The verifier key of the witness.",
              "witness.example/w1+8d66cf3f+BOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
            ),
            at: timestamp("When the witness says that it signed", "2026-01-22T09:06:04.000Z"),
            line: text("The line of the note.", "— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRa=="),
          })
          .meta({ id: "Cosignature", description: "The signature of a witness." }),
      )
      .meta({
        description:
          "The signatures of the witnesses that the operator has named (C2SP tlog-cosignature).",
      }),
    timestamp: z
      .object({
        at: timestamp(
          "When the authority says that it saw the checkpoint",
          "2026-01-22T09:06:05.000Z",
        ),
        token: z.string().meta({
          description:
            "The token of RFC 3161, as DER in base64. It is over the SHA-256 of the note with the signature of the site alone.",
          examples: ["MIIC"],
        }),
      })
      .meta({ id: "LedgerTimestamp", description: "The timestamp of an authority." })
      .nullable()
      .meta({ description: "Null if there is none." }),
  })
  .meta({ id: "Checkpoint", description: "A signed head of the ledger’s tree." });

export const proofResponse = z
  .object({
    ...treeHead.shape,
    leaf: z
      .object({
        index: z
          .int()
          .min(0)
          .meta({ description: "`seq` − 1.", examples: [33] }),
        hash: ownHash,
      })
      .meta({ id: "LedgerLeaf", description: "A leaf of the ledger’s tree." })
      .nullable()
      .meta({ description: "The leaf that the tree has; null for a proof of consistency." }),
    from: treeHead.nullable().meta({
      description: "The tree with which this one begins; null for a proof of inclusion.",
    }),
    proof: z.array(z.string().regex(/^[0-9a-f]{64}$/)).meta({
      description: "The hashes of the proof by RFC 6962, section 2.1, in hexadecimal.",
      examples: [["9b1c0f2e4d6a8b7c5e3f1a2d4c6b8a9f7e5d3c1b2a4f6e8d0c9b7a5f3e1d2c4b"]],
    }),
  })
  .meta({ id: "LedgerProof", description: "A proof about the ledger’s tree." });

/** Where a recommendation stands in the ledger. */
export const ledgerFields = {
  isInTrackRecord: flag(
    "Whether this is the recommendation that the schedule made for its week. Only scheduled recommendations enter the track record.",
    true,
  ),
  ledger: z
    .object({
      entry: ledgerMark.nullable().meta({
        description: "The entry of the recommendation; null if it is not in the ledger yet.",
      }),
      head: ledgerHead.nullable().meta({
        description: "The newest checkpoint of the ledger; null if there is none.",
      }),
    })
    .meta({
      id: "LedgerPlace",
      description: "The recommendation’s entry in the ledger, and the ledger’s newest checkpoint.",
    }),
};

/** How a recommendation's outcome was settled in the ledger. */
export const settlement = z
  .object({
    entry: ledgerMark.meta({ description: "The ledger entry with the settled outcome." }),
    at: timestamp("When the outcome was settled", "2026-01-30T01:00:00.000Z"),
    corrections: z
      .array(
        z
          .object({
            asset: text("The symbol of the asset.", "BTC"),
            day: z.iso
              .date()
              .meta({ description: "The day of the close, in UTC.", examples: ["2026-01-29"] }),
            settled: figure("The close that was used for the settlement, in US dollars.", 61_234.5),
            now: figure("The close that is stored now, in US dollars.", 61_240),
          })
          .meta({
            id: "Correction",
            description: "A close that was corrected after the settlement.",
          }),
      )
      .meta({
        description:
          "Closes that were corrected after the settlement. The corrections do not change the outcome.",
      }),
    changedTexts: z
      .object({
        count: count("How many they are; a text about two tokens is two of them.", 1),
        listed: z
          .array(
            z
              .object({
                change: z
                  .enum(["removed", "edited"])
                  .meta({ description: "What happened to it.", examples: ["removed"] }),
                kind: z
                  .enum(["article", "comment", "review"])
                  .meta({ description: "The kind of text.", examples: ["comment"] }),
                token: text("The symbol of the token.", "BTC"),
                p: figure("p: the sentiment of the text towards the token.", 0.4404),
                weight: figure("v: the weight of its author.", 0.5),
              })
              .meta({ id: "ChangedText", description: "A text that was removed or edited." }),
          )
          .meta({ description: "The first 200 of them." }),
      })
      .meta({
        id: "ChangedTexts",
        description:
          "The texts that counted in a scheduled sentiment recommendation and were removed or edited before the settlement.",
      }),
  })
  .meta({
    id: "Settlement",
    description: "How an outcome was settled. A settled outcome does not change.",
  });
