/** Signed notes, verifier keys and checkpoints, against the examples of C2SP, of Go's `sumdb/note`, and of sum.golang.org. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatCheckpoint, parseCheckpoint } from "~/services/ledger/checkpoint";
import {
  COSIGNATURE,
  cosignedAt,
  cosignText,
  formatVerifierKey,
  joinNote,
  NOTE_SIGNATURE,
  parseNote,
  parseVerifierKey,
  signText,
  verifiedSignatures,
  verifierKeyOf,
} from "~/services/ledger/signed-note";

const C2SP_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const C2SP_NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
const GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const GO_SEED = "gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=";
const GO_TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const GO_LINE =
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";
const SUMDB_KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
const SUMDB_NOTE = `go.sum database tree
35225469
vt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=

— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=
`;
/** The head of the DER of an Ed25519 key (RFC 8410), which its 32 bytes follow. */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");

const verify = (note: string, ...keys: string[]) =>
  verifiedSignatures(
    parseNote(note)!,
    keys.map((key) => parseVerifierKey(key)!),
  );

test.each([
  ["of C2SP signed-note", C2SP_NOTE, C2SP_KEY],
  ["of Go", joinNote(GO_TEXT, [GO_LINE]), GO_KEY],
  ["of sum.golang.org", SUMDB_NOTE, SUMDB_KEY],
])("the note %s is verified with its key, and not once a letter changes", (_, note, key) => {
  expect(verify(note, key)).toHaveLength(1);
  expect(verify(note.replace(/[a-z]/, "x"), key)).toBeNull();
  expect(verify(note, key === C2SP_KEY ? GO_KEY : C2SP_KEY)).toEqual([]);
  expect(formatVerifierKey(parseVerifierKey(key)!)).toBe(key);
});

test("a text is signed as Go signs it", () => {
  const der = Buffer.concat([PRIVATE_DER, Buffer.from(GO_SEED, "base64")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  expect(signText("PeterNeumann", key, GO_TEXT)).toBe(GO_LINE);
});

test.each([
  ["another id", "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"],
  ["a longer key", "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="],
  ["an unknown type", "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"],
  ["a space in the name", "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"],
  ["no name", "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"],
  ["nothing", ""],
])("a verifier key with %s is refused", (_, key) => expect(parseVerifierKey(key)).toBeNull());

test.each([
  ["no blank line", GO_TEXT + GO_LINE + "\n"],
  ["no signature", `${GO_TEXT}\n`],
  ["no last line feed", `${GO_TEXT}\n${GO_LINE}`],
  ["a control character", joinNote(`\u0001${GO_TEXT}`, [GO_LINE])],
  ["a carriage return", joinNote(GO_TEXT, [`${GO_LINE}\r`])],
  ["a hyphen for the dash", joinNote(GO_TEXT, [GO_LINE.replace("—", "-")])],
  ["no padding", joinNote(GO_TEXT, [GO_LINE.replace("AM=", "AM")])],
  ["a signature of four bytes", joinNote(GO_TEXT, ["— PeterNeumann x08gow=="])],
  ["a plus in the name", joinNote(GO_TEXT, [GO_LINE.replace("Neumann", "+")])],
  ["a hundred and one signatures", joinNote(GO_TEXT, Array<string>(101).fill(GO_LINE))],
])("a note with %s is malformed", (_, note) => expect(parseNote(note)).toBeNull());

test("the text of a note may contain empty lines", () => {
  expect(parseNote(joinNote("one\n\ntwo\n", [GO_LINE]))?.text).toBe("one\n\ntwo\n");
});

describe("a cosignature", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { text } = parseNote(SUMDB_NOTE)!;
  const at = new Date("2023-03-20T12:59:07.900Z");

  test("is over the header, the time and the checkpoint, as C2SP tlog-cosignature says", () => {
    const line = cosignText("witness.example.com/w1", privateKey, text, at);
    const key = verifierKeyOf("witness.example.com/w1", privateKey, COSIGNATURE);
    const [signature] = verifiedSignatures(parseNote(joinNote(text, [line]))!, [key])!;
    expect(cosignedAt(signature!)).toEqual(new Date("2023-03-20T12:59:07Z"));
    // The Ed25519 signature that follows the eight bytes of the time is a plain one of that message.
    const message = `cosignature/v1\ntime 1679317147\n${text}`;
    const plain = signText("x", privateKey, message).split(" ")[2]!;
    expect(signature!.bytes.subarray(8)).toEqual(Buffer.from(plain, "base64").subarray(4));
  });

  test("with another time is invalid", () => {
    const line = cosignText("w", privateKey, text, at);
    const bytes = Buffer.from(line.split(" ")[2]!, "base64");
    bytes[11]! += 1;
    const note = parseNote(joinNote(text, [`— w ${bytes.toString("base64")}`]))!;
    expect(verifiedSignatures(note, [verifierKeyOf("w", privateKey, COSIGNATURE)])).toBeNull();
  });

  test("has another id than a signature by the same key", () => {
    const key = createPublicKey(privateKey);
    const [one, other] = [NOTE_SIGNATURE, COSIGNATURE] as const;
    expect(verifierKeyOf("w", key, one).id).not.toBe(verifierKeyOf("w", key, other).id);
  });
});

test("the checkpoint of C2SP tlog-checkpoint is read and written", () => {
  const text =
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  const checkpoint = parseCheckpoint(text)!;
  expect(checkpoint).toEqual({
    origin: "example.com/behind-the-sofa",
    size: 20_852_163,
    root: "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62",
  });
  expect(formatCheckpoint(checkpoint)).toBe(text);
  expect(parseCheckpoint(`${text}an extension\n`)).toEqual(checkpoint);
});

const ROOT = "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=";
test.each([
  ["a size in hexadecimal", `a\n0xabcdef\n${ROOT}\n`],
  ["a leading zero", `a\n01\n${ROOT}\n`],
  ["a size beyond exact numbers", `a\n9007199254740992\n${ROOT}\n`],
  ["no origin", `\n1\n${ROOT}\n`],
  ["a short root", "a\n1\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBQ==\n"],
  ["bits behind the root", `a\n1\n${ROOT.replace("b0=", "b1=")}\n`],
  ["no last line feed", `a\n1\n${ROOT}`],
  ["an empty extension", `a\n1\n${ROOT}\n\n`],
  ["the text of a key", `The key of this ledger\n${C2SP_KEY}\n`],
])("a text with %s is no checkpoint", (_, text) => expect(parseCheckpoint(text)).toBeNull());
