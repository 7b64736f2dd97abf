/**
 * Sealed texts that several edit while their server is killed (`crash.ts`). As a copy does it (`workers/project/pending/sealedPush.ts`), each edit goes with the
 * whole text that it leads to, sealed, which takes the place of the one before: that is what a protected project is read from, and its server cannot
 * make it anew. Whoever edits a version that another has edited meanwhile is told so, and begins again on what came of it.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Operation } from '../../src/model/operations.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import type { WireStep } from '../../src/model/protocol.ts'
import { type AnyRow, firstQuestionId } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { type EditGround, inItsTurn, openOperations, sealOperations } from '../../src/model/sealing/sealedOperations.ts'
import { openRow } from '../../src/model/sealing/sealedRows.ts'
import { applyStep, type EditStep, withName } from '../../src/model/text/edit.ts'
import { type Random, randomPos, randomStep } from '../../src/model/text/randomRich.ts'
import { fromPlain, parseHtml, type RichText, toHtml } from '../../src/model/text/richText.ts'
import { mutationText } from '../../src/model/wireText.ts'

export interface TextFigures {
  /** Edits that were acknowledged. */
  edited: number
  /** Those that came to a version that another had edited meanwhile. */
  stale: number
  /** Kills while an edit with its whole text was under way. */
  underWay: number
  /** Of these, those that found a text further than had been acknowledged: the edit had been taken. */
  taken: number
}

/** An edit that somebody has made, and what it leads to. */
export interface DrawnEdit {
  answerId: number
  /** Of the text before it. */
  version: number
  html: string
  step: WireStep
}

interface Text {
  /** How often it has been edited, as far as that was acknowledged. */
  version: number
  html: string
  /** Edits that were sent and not answered yet. */
  underWay: Set<DrawnEdit>
}

const answerIds = [1, 2, 3]
const made = { author: 'Ann', timestamp: 1 }
/** UTF-16 units: longer ones only become shorter. */
const longest = 12_000

export interface CrashTexts {
  readonly figures: TextFigures
  /** What the project begins with, plain. */
  readonly rows: LooseRows
  /** Up to three edits of one text, one on top of the other. */
  draw(r: Random): DrawnEdit[]
  /** What a push of these was answered: of each edit whether it was taken. Throws where two were on one version. */
  answered(edits: readonly DrawnEdit[], taken: readonly boolean[]): void
  /** Looks at what a killed server has left. Throws where an acknowledged edit, or the text that it led to, is not there. */
  check(database: DatabaseSync): void
}

/** `word`: of which the texts are full. */
export function openCrashTexts(parts: KeyParts, word: string): CrashTexts {
  const sealing = { parts, name: 'p.qrk' }
  const first = toHtml(fromPlain(word.repeat(100)))
  const texts = new Map<number, Text>(answerIds.map((id) => [id, { version: 1, html: first, underWay: new Set() }]))
  const figures: TextFigures = { edited: 0, stale: 0, underWay: 0, taken: 0 }
  const textOf = (id: number): Text => texts.get(id) ?? fail(`there is no text ${id}`)

  const edit = (r: Random, answerId: number, version: number, before: RichText): DrawnEdit & { rich: RichText } => {
    const drawn = Array.from({ length: 1 + r.below(2) }).reduce<{ rich: RichText; steps: EditStep[]; ground: Ground }>(
      ({ rich, steps, ground }) => {
        const step = withName(drawStep(r, rich, word))
        const applied = applyStep(rich, step)
        const here = { length: rich.text.length, inverse: applied.inverse }
        return { rich: applied.rich, steps: [...steps, step], ground: [...ground, here] }
      },
      { rich: before, steps: [], ground: [] },
    )
    const html = toHtml(drawn.rich)
    const args = { id: answerId, sourceId: answerId, questionId: firstQuestionId, edit: drawn.steps }
    const ground = { version, steps: drawn.ground, answer: html }
    const sealed = sealOperations(sealing, [{ name: 'answerCreateOrUpdate', args }], () => ground)
    const step = { ...mutationText(sealed), versions: { [answerId]: version } }
    return { answerId, version, html, step, rich: drawn.rich }
  }

  /** Each edit of the log opens, on the version that it was made on, and what they lead to one after the other is what was acknowledged. */
  const checkLog = (database: DatabaseSync) => {
    const now = new Map(answerIds.map((id) => [id, { rich: parseHtml(first), version: 1 }]))
    const entries = database.prepare('SELECT operations FROM _log ORDER BY seq').all()
    for (const { operations } of entries)
      for (const operation of openOperations(sealing, editsIn(String(operations)))) {
        const id = operation.args.id as number
        const { rich, version } = now.get(id) ?? fail(`the log edits ${id}`)
        const edit = inItsTurn(sealing, operation, version).args.edit as EditStep[]
        const after = edit.reduce((text, step) => applyStep(text, step).rich, rich)
        now.set(id, { rich: after, version: version + 1 })
      }
    return now
  }

  return {
    figures,
    rows: {
      questions: [{ id: firstQuestionId, question: '', questionOrder: 0 }],
      sources: answerIds.map((id) => ({ ...made, id, title: `${word}${id}`, icon: 'md_generic' })),
      question_answers: answerIds.map((id) => ({
        ...made,
        id,
        sourceId: id,
        questionId: firstQuestionId,
        answer: first,
      })),
    },
    draw: (r) => {
      const answerId = answerIds[r.below(answerIds.length)] as number
      const text = textOf(answerId)
      let rich = parseHtml(text.html)
      return Array.from({ length: 1 + r.below(3) }, (_, i) => {
        const { rich: after, ...drawn } = edit(r, answerId, text.version + i, rich)
        rich = after
        text.underWay.add(drawn)
        return drawn
      })
    },
    answered: (edits, taken) => {
      for (const [i, drawn] of edits.entries()) {
        const text = textOf(drawn.answerId)
        text.underWay.delete(drawn)
        if (!taken[i]) {
          figures.stale += 1
          continue
        }
        if (drawn.version !== text.version)
          throw new Error(`version ${drawn.version} of text ${drawn.answerId} was edited twice`)
        Object.assign(text, { version: drawn.version + 1, html: drawn.html })
        figures.edited += 1
      }
    },
    check: (database) => {
      const logged = checkLog(database)
      if ([...texts.values()].some(({ underWay }) => underWay.size > 0)) figures.underWay += 1
      let isFurther = false
      for (const [id, { version, html, underWay }] of texts) {
        const there = versionThere(database, id)
        const row = database.prepare('SELECT * FROM question_answers WHERE id = ?').get(id)
        const opened = row && openRow(parts, 'question_answers', { ...row } as AnyRow)
        if (!opened) throw new Error(`text ${id} does not open`)
        if (there < version) throw new Error(`version ${version} of text ${id} was acknowledged, ${there} is there`)
        const sent = [...underWay].filter((drawn) => drawn.version + 1 === there)
        const possible = there === version ? [html] : sent.map((drawn) => drawn.html)
        if (!possible.includes(String(opened.answer))) throw new Error(`text ${id} is not what was made of it`)
        const ofLog = logged.get(id)
        if (ofLog?.version !== there || toHtml(ofLog.rich) !== opened.answer)
          throw new Error(`the log leads to another text ${id} than the one that is there`)
        isFurther ||= there > version
      }
      if (isFurther) figures.taken += 1
    },
  }
}

type Ground = EditGround['steps']

/** Words come by the dozen, so that each edit writes pages; what is too long is cut. */
function drawStep(r: Random, rich: RichText, word: string): EditStep {
  const { text } = rich
  if (text.length <= longest && r.chance(0.5)) return randomStep(r, rich)
  const [a, b] = [randomPos(r, text), randomPos(r, text)]
  const [from, to] = text.length > longest ? [Math.min(a, b), Math.max(a, b)] : [a, a]
  const words = text.length > longest ? '' : word.repeat(1 + r.below(60))
  const put = words === '' ? [to - from] : [to - from, words]
  const changes = [...(from > 0 ? [from] : []), put, ...(to < text.length ? [text.length - to] : [])]
  return { type: 'text', changes, format: { marks: [], kinds: [], images: [] } }
}

const editsIn = (operations: string): Operation[] =>
  (JSON.parse(operations) as Operation[]).filter(({ name, args }) => name === 'answerCreateOrUpdate' && args.edit)

const versionThere = (database: DatabaseSync, answerId: number): number =>
  Number(database.prepare('SELECT version FROM answer_texts WHERE answerId = ?').get(answerId)?.version)

function fail(what: string): never {
  throw new Error(what)
}
