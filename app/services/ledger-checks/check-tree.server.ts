import { hashLeaf, hashNode, joinHashes, type TreeHead } from "~/domain/merkle-tree";
import type { StoredCheckpoint } from "~/models/ledger-checkpoint.server";
import type { LedgerLeaf } from "~/models/ledger.server";
import { parseCheckpoint } from "../ledger/checkpoint";
import { differencesOf, faultsOf, type Fault } from "../ledger/comparison";
import { keyText, type KeyContent } from "../ledger/key-entry.server";
import {
  parseNote,
  parseVerifierKey,
  verifiedSignatures,
  type VerifierKey,
} from "../ledger/signed-note";
import { contentIn } from "./check-entry.server";

/** Checks the ledger's tree, one entry after the other, with the hashes of a few subtrees in memory. */
export class TreeCheck {
  size = 0;
  /** The largest complete subtrees so far, from left to right. */
  private subtrees: { level: number; hash: string }[] = [];
  private key: VerifierKey | null = null;
  private keyText: string | null = null;

  head(): TreeHead {
    return { size: this.size, root: joinHashes(this.subtrees.map(({ hash }) => hash)) };
  }

  /** Adds the next entry. @returns the faults of its position, of the hashes that are stored with it, and of its keys */
  add(entry: LedgerLeaf): Fault[] {
    const { seq, nodes, content } = entry;
    const faults: Fault[] = [];
    if (seq !== this.size + 1) {
      const problem = `follows ${this.size}: the entries between are missing`;
      faults.push({ field: "seq", problem });
      // The tree of what remains would have another root in any case.
      this.subtrees = [];
    }
    this.size = seq;
    let hash = hashLeaf(content);
    const expected = [hash];
    let level = 0;
    for (; this.subtrees.at(-1)?.level === level; level++) {
      hash = hashNode(this.subtrees.pop()!.hash, hash);
      expected.push(hash);
    }
    this.subtrees.push({ level, hash });
    if (!faults.length) {
      faults.push(
        ...faultsOf(differencesOf({ nodes }, { nodes: expected }), "follows from the entries"),
      );
    }
    return entry.kind === "key" ? [...faults, ...this.checkKey(entry)] : faults;
  }

  private checkKey(entry: LedgerLeaf): Fault[] {
    const content = contentIn<KeyContent>(entry);
    const key = content && parseVerifierKey(content.key);
    const note = content && parseNote(content.note);
    if (!key || !note) return [{ field: "key", problem: "cannot be read" }];
    const [before, beforeText] = [this.key, this.keyText];
    [this.key, this.keyText] = [key, content.key];
    const signed = verifiedSignatures(note, before ? [key, before] : [key]);
    const isByNew = signed?.some(({ id, name }) => id === key.id && name === key.name) ?? false;
    const isByFormer =
      !before ||
      (signed?.some(({ id, name }) => id === before.id && name === before.name) ?? false);
    const said = {
      former: content.former,
      text: note.text,
      isSigned: isByNew,
      isHandedOver: content.isHandedOver,
    };
    const expected = {
      former: beforeText,
      text: keyText(content.key, beforeText),
      isSigned: true,
      isHandedOver: isByFormer,
    };
    return faultsOf(differencesOf(said, expected), "follows from the entry of the key before");
  }

  /** @returns the faults of the checkpoint of the entries so far */
  checkCheckpoint({ note, root }: StoredCheckpoint): Fault[] {
    const parsed = parseNote(note);
    const said = parsed && parseCheckpoint(parsed.text);
    if (!said) return [{ field: "note", problem: "cannot be read" }];
    const { size, root: expected } = this.head();
    const faults = faultsOf(
      differencesOf(
        { root, said: said.root, size: said.size },
        { root: expected, said: expected, size },
      ),
      "follows from the entries",
    );
    if (this.key && verifiedSignatures(parsed, [this.key])?.length !== 1) {
      faults.push({ field: "note", problem: "is not signed by the key that was entered last" });
    }
    return faults;
  }
}
