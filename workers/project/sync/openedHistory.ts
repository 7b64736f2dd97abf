/** The history of a protected project, as its server tells it, opened: titles of sources, and the words of texts and of passages. */
import {
  type HistoryEntry,
  longestPassage,
  oneLine,
  type PassageDone,
  type SealedTitle,
  type StepDetail,
  type StepPart,
  type TextDone,
} from '../../../src/model/history.ts'
import type { Row } from '../../../src/model/schema.ts'
import type { KeyParts } from '../../../src/model/sealing/keys.ts'
import { openRow } from '../../../src/model/sealing/sealedRows.ts'
import { openStep, openUndo } from '../../../src/model/sealing/sealedSteps.ts'
import type { EditStep } from '../../../src/model/text/edit.ts'
import { wordsOfEdit } from '../../../src/model/text/wordsOfEdit.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { passageOf } from '../setAside/passageOf.ts'

/** `db`: a copy that can be read. What does not open is left out. */
export const openedHistory = <Step extends HistoryEntry | StepDetail>(
  db: Db,
  parts: KeyParts,
  steps: readonly Step[],
): Step[] =>
  steps.map((step) => ({
    ...step,
    parts: step.parts.map((part) => openedPart(parts, part)),
    ...('texts' in step && {
      texts: step.texts.map((text) => openedText(parts, text)),
      passages: step.passages.flatMap((passage) => openedPassage(db, passage)),
    }),
  }))

function openedPart(parts: KeyParts, { sealed = [], all, ...part }: StepPart): StepPart {
  const opened = sealed.flatMap((title) => openedTitle(parts, title) ?? [])
  const isOfAll = (all || part.count === part.titles.length + sealed.length) && opened.length === sealed.length
  // Sources may share a title.
  const titles = [...new Set([...part.titles, ...opened])]
  return { ...part, titles, ...(isOfAll && part.count > titles.length && { all: true as const }) }
}

/** A key of its own, so that what does not open here is not taken for something of the project itself. */
const onlyReading = ({ text, iv }: KeyParts): KeyParts => ({ text, iv })

const openedTitle = (parts: KeyParts, { id, title }: SealedTitle): string | null => {
  const row = openRow(onlyReading(parts), 'sources', { id, title })
  return row && String(row.title)
}

function openedText(parts: KeyParts, { sealed, ...text }: TextDone): TextDone {
  if (!sealed) return text
  const { answerId, source, done, undo } = sealed
  const words = (steps: readonly EditStep[], open: (step: EditStep) => EditStep[]) => wordsOfEdit(steps.flatMap(open))
  return {
    title: (source && openedTitle(parts, source)) ?? text.title,
    added: words(done, (step) => {
      const opened = openStep(parts, answerId, step)
      return opened ? [opened] : []
    }),
    removed: words(undo, (step) => openUndo(parts, answerId, step) ?? []).toReversed(),
  }
}

/** Where the highlight lies now. */
function openedPassage(db: Db, { highlight, ...passage }: PassageDone): PassageDone[] {
  if (highlight === undefined) return [passage]
  const row = db.one<Row<'highlights'>>('SELECT * FROM highlights WHERE id = ?', [highlight])
  const words = row && oneLine(passageOf(db, row), longestPassage)
  return words ? [{ ...passage, words }] : []
}
