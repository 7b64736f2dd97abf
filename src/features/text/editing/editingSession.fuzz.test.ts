import { ChangeSet } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { AnswerText } from '../../../model/queries.ts'
import { applyStep, type EditStep } from '../../../model/text/edit.ts'
import { type Random, random, randomPos, randomRich, randomStep } from '../../../model/text/randomRich.ts'
import type { RichText } from '../../../model/text/richText.ts'
import { remember, travel } from './editingHistory.ts'
import { newSession, posted, record, replied, type Session, send } from './editingSession.ts'
import { continued, fromRich, type LocalStep, type ShownText, stepText, toRich } from './shownText.ts'

const SEEDS = process.env.PROVE ? 700 : 80

/** The worker as the session knows it: a text with a tick, posts that come late and in order, answers that come late. */
function worker(rich: RichText) {
  let tick = 5
  const posts: AnswerText[] = []
  const replies: ({ tick: number } | { behind: true } | null)[] = []
  const apply = (steps: readonly EditStep[]) => {
    for (const step of steps) rich = applyStep(rich, step).rich
    tick++
  }
  return {
    posts,
    replies,
    rich: () => rich,
    tick: () => tick,
    others(steps: EditStep[], whole: boolean): void {
      apply(steps)
      posts.push(whole ? { tick, answerId: 1, rich } : { tick, answerId: 1, steps, session: null })
    },
    commit(steps: EditStep[], from: number, session: string, refuse: boolean): void {
      if (refuse) replies.push(null)
      else if (from !== tick) replies.push({ behind: true })
      else {
        apply(steps)
        posts.push({ tick, answerId: 1, steps, session })
        replies.push({ tick })
      }
    },
  }
}

interface View {
  session: Session
  shown: ShownText
  /** The text alone, moved only by the steps that a view is told to show. */
  doc: ShownText['doc']
}

function edit(view: View, steps: readonly EditStep[], group: string, time: number): void {
  const done: LocalStep[] = []
  for (const step of steps) {
    const next = stepText(view.shown, step)
    view.shown = next.shown
    done.push({ step, inverse: next.inverse })
  }
  view.doc = view.shown.doc
  view.session = record(view.session, done)
  const caret = { anchor: 0, head: 0 }
  view.session = { ...view.session, history: remember(view.session.history, done, caret, group, time) }
}

function take(view: View, next: { session: Session; steps: EditStep[]; shown: ShownText }): void {
  for (const step of next.steps) if (step.type === 'text') view.doc = ChangeSet.fromJSON(step.changes).apply(view.doc)
  expect(view.doc.toString()).toBe(next.shown.doc.toString())
  view.session = next.session
  view.shown = next.shown
}

/** One typed character, each another one, so that a lost or doubled one is seen. */
function type(view: View, at: number, character: string, time: number): void {
  const changes = ChangeSet.of({ from: at, insert: character }, view.shown.doc.length)
  edit(view, [{ type: 'text', changes: changes.toJSON(), format: continued(view.shown, changes) }], 'type', time)
}

function typing(rich: RichText, at: number, character: string): EditStep {
  const changes = ChangeSet.of({ from: at, insert: character }, rich.text.length)
  return { type: 'text', changes: changes.toJSON(), format: continued(fromRich(rich), changes) }
}

interface Seen {
  behind: number
  own: number
  refused: number
  whole: number
  undone: number
  overLocal: number
}

/** Runs one session with everything late; `onlyTyping`: nobody deletes, so that every character must be there at the end. */
function play(r: Random, onlyTyping: boolean, seen: Seen): { view: View; rich: RichText; typed: string[] } {
  const start = onlyTyping ? { text: 'one two\nthree', marks: [], kinds: [], images: [] } : randomRich(r)
  const remote = worker(start)
  const view: View = { session: newSession(remote.tick()), shown: fromRich(start), doc: fromRich(start).doc }
  const typed: string[] = []
  let unit = 0x4e00
  const next = () => {
    unit++
    typed.push(String.fromCharCode(unit))
    return String.fromCharCode(unit)
  }
  const sent: { steps: EditStep[]; tick: number }[] = []
  const flush = () => {
    const out = send(view.session, 's')
    if (!out) return
    view.session = out.session
    sent.push(out)
  }
  const arrive = () => {
    const out = sent.shift()
    if (out) remote.commit(out.steps, out.tick, 's', r.chance(0.05))
  }
  const post = () => {
    const value = remote.posts.shift()
    if (!value) return
    if (value.rich) seen.whole++
    else if (value.steps && value.session === null && view.session.local.length > 0) seen.overLocal++
    take(view, posted(view.session, view.shown, value))
  }
  const reply = () => {
    const value = remote.replies.shift()
    if (value === undefined) return
    if (value === null) seen.refused++
    else if ('behind' in value) seen.behind++
    else seen.own++
    take(view, replied(view.session, view.shown, value))
  }
  for (let round = 40, caret = 0; round > 0; round--) {
    const dice = r.below(9)
    const { length } = view.shown.doc
    if (dice <= 1) {
      caret = r.chance(0.3) ? randomPos(r, view.shown.doc.toString()) : Math.min(caret + 1, length)
      if (onlyTyping) type(view, caret, next(), round * 100)
      else edit(view, [randomStep(r, toRich(view.shown))], '', 0)
    } else if (dice === 2 && !onlyTyping) {
      const back = travel(view.session.history, view.shown, r.chance(0.7) ? 'undo' : 'redo', { anchor: 0, head: 0 })
      if (!back) continue
      seen.undone++
      view.shown = back.shown
      view.doc = back.shown.doc
      view.session = record({ ...view.session, history: back.history }, back.done)
    } else if (dice === 3) {
      const rich = remote.rich()
      const steps = onlyTyping ? [typing(rich, r.below(rich.text.length + 1), next())] : [randomStep(r, rich)]
      remote.others(steps, r.chance(0.15))
    } else if (dice === 4) flush()
    else if (dice === 5) arrive()
    else if (dice <= 7) post()
    else reply()
  }
  for (let round = 0; round < 30; round++) {
    flush()
    arrive()
    if (r.chance(0.5)) reply()
    post()
    reply()
  }
  expect(view.session.local).toEqual([])
  expect(remote.posts).toEqual([])
  return { view, rich: remote.rich(), typed }
}

const none = (): Seen => ({ behind: 0, own: 0, refused: 0, whole: 0, undone: 0, overLocal: 0 })

function rounds(first: number, round: (r: Random) => void): void {
  for (let seed = first; seed < first + SEEDS; seed++) {
    try {
      round(random(seed))
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
}

test(`both ends show one text with one formatting, ${SEEDS} sessions from seed 1`, () => {
  const seen = none()
  rounds(1, (r) => {
    const { view, rich } = play(r, false, seen)
    expect(toRich(view.shown)).toEqual(rich)
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(SEEDS / 10)
})

test(`no keystroke is lost or doubled, ${SEEDS} sessions from seed 100001`, () => {
  const seen = none()
  rounds(100_001, (r) => {
    const { view, rich, typed } = play(r, true, seen)
    expect(toRich(view.shown)).toEqual(rich)
    for (const character of typed) expect(rich.text.split(character).length, character).toBe(2)
    expect(rich.text.length).toBe('one two\nthree'.length + typed.length)
  })
  expect(seen.behind).toBeGreaterThan(SEEDS / 10)
  expect(seen.overLocal).toBeGreaterThan(SEEDS / 10)
})
