/**
 * The editing of one text against the worker, as values: what has been typed and not yet committed, what is under way,
 * and what comes from others meanwhile. No timers and no I/O: `answer.ts` drives it.
 *
 * Promises: what the view shows is the worker's text at `tick` with the local steps on top; a local step reaches the
 * worker exactly once, or its words are given back (`cutOff`); another's steps enter at once, moved over the local ones, and
 * the local ones over them (at a tie the other's insertion stands first). Formatting meets too: the local steps are taken back
 * and done again for it. Where a whole text comes without what stood around the place that is written at, nothing of what
 * was not sent is put into it.
 */
import type { AnswerText } from '../../../model/queries.ts'
import { diffStep, type EditStep, mapPoint } from '../../../model/text/edit.ts'
import type { RichText } from '../../../model/text/richText.ts'
import { placesOf, takesAway, wordsOf } from './cutOff.ts'
import { type History, mapHistory, noHistory } from './editingHistory.ts'
import { meet } from './mergeSteps.ts'
import { mergeTyping } from './mergeTyping.ts'
import { type LocalStep, type ShownText, stepText, takenBack, toRich, tryStep } from './shownText.ts'

export interface Session {
  /** The worker's text that lies under the local steps. */
  tick: number
  /** Oldest first; the first `inFlight` of them are on their way to the worker. */
  local: LocalStep[]
  inFlight: number
  /** Under which name and from which tick steps were sent whose answer has not come yet; their post may come before it. */
  sent: { id: string; tick: number } | null
  /** The worker was ahead of us: nothing is sent before its steps have come. */
  behind: boolean
  /** Posts that cannot be understood before the answer to the steps under way. */
  held: AnswerText[]
  history: History
  /** Where the last local step ended, in the shown text; null: the caret has gone elsewhere since. */
  writing: number | null
}

/** What the view does next: the steps to show (others' only), and the text after them. */
export interface Shows {
  session: Session
  steps: EditStep[]
  shown: ShownText
  /** The session has ended with another text: the words that were not sent and are not in it, one piece a line; mostly missing. */
  cutOff?: string | undefined
}

export const newSession = (tick: number): Session => ({
  tick,
  local: [],
  inFlight: 0,
  sent: null,
  behind: false,
  held: [],
  history: noHistory,
  writing: null,
})

/** Adds what was just done in the view. A run of typed characters becomes one step as long as it is not under way. */
export function record(session: Session, done: readonly LocalStep[]): Session {
  const local = [...session.local]
  for (const step of done) {
    const last = local.length > session.inFlight ? local.at(-1) : undefined
    const merged = last && mergeTyping(last, step)
    if (merged) local[local.length - 1] = merged
    else local.push(step)
  }
  const last = placesOf(done.map(({ step }) => step)).at(-1)
  return { ...session, local, writing: last ? last.to : session.writing }
}

/** What to send now, if anything: all local steps, under the session's name. */
export function send(session: Session, id: string): { session: Session; steps: EditStep[]; tick: number } | null {
  if (session.sent || session.local.length === 0 || session.behind) return null
  const { tick } = session
  return {
    session: { ...session, inFlight: session.local.length, sent: { id, tick } },
    steps: session.local.map(({ step }) => step),
    tick,
  }
}

/** The worker's answer to what was sent; `null`: it refused the steps, they are kept and not under way any more. */
export function replied(
  session: Session,
  shown: ShownText,
  reply: { tick: number } | { behind: true } | null,
  endsCutOff = true,
): Shows {
  const { sent } = session
  if (!sent) return { session, steps: [], shown }
  if (reply && 'tick' in reply) return takeHeld({ ...confirmed(session, reply.tick), sent: null }, shown, endsCutOff)
  const behind = reply !== null && session.held.length === 0 && session.tick <= sent.tick
  return takeHeld({ ...session, inFlight: 0, sent: null, behind }, shown, endsCutOff)
}

/** The steps under way lie in the worker's text now. */
const confirmed = (session: Session, tick: number): Session => ({
  ...session,
  tick: Math.max(tick, session.tick),
  local: session.local.slice(session.inFlight),
  inFlight: 0,
})

function takeHeld(session: Session, shown: ShownText, endsCutOff: boolean): Shows {
  let at: Shows = { session: { ...session, held: [] }, steps: [], shown }
  for (const post of session.held) {
    const next = posted(at.session, at.shown, post, endsCutOff)
    at = { ...next, steps: [...at.steps, ...next.steps], cutOff: at.cutOff ?? next.cutOff }
  }
  return at
}

/**
 * A post of the worker's `answer` watch. Throws RangeError when its steps do not fit: then the text is asked for anew. `endsCutOff`: the session
 * ends where the place that is written at is gone; else the local steps are moved all the same.
 */
export function posted(session: Session, shown: ShownText, post: AnswerText, endsCutOff = true): Shows {
  if (session.held.length > 0) return { session: { ...session, held: [...session.held, post] }, steps: [], shown }
  if (post.answerId === null || (post.steps && post.tick <= session.tick)) return { session, steps: [], shown }
  const isOwn = post.steps !== undefined && session.inFlight > 0 && post.session === session.sent?.id
  if (isOwn) return takeHeld(confirmed(session, post.tick), shown, endsCutOff)
  // A whole text may hold the steps under way already: only the answer to them tells.
  if (post.rich && session.inFlight > 0) return { session: { ...session, held: [post] }, steps: [], shown }
  const steps = post.steps ?? diffStep(toRich(takenBack(shown, session.local)), post.rich)
  const next = receive(session, shown, steps)
  if (endsCutOff && post.rich && takesAway(next.steps, placesWritten(session)))
    return cutOff(session, shown, post.rich, post.tick)
  return { ...next, session: { ...next.session, tick: post.tick, behind: false } }
}

const stepsOf = ({ local }: Session): EditStep[] => local.map(({ step }) => step)

const placesWritten = (session: Session) => [
  ...placesOf(stepsOf(session)),
  ...(session.writing === null ? [] : [{ from: session.writing, to: session.writing }]),
]

/** The text as the worker has it, without the local steps; `rich`: another than the one that lies under them. */
export function cutOff(session: Session, shown: ShownText, rich?: RichText, tick = session.tick): Shows {
  const steps = diffStep(toRich(shown), rich ?? toRich(takenBack(shown, session.local)))
  return {
    session: newSession(tick),
    steps,
    shown: steps.reduce((text, step) => stepText(text, step).shown, shown),
    cutOff: wordsOf(stepsOf(session), shown.doc),
  }
}

/** Steps of others that start from the worker's text at `tick`. */
function receive(session: Session, shown: ShownText, theirs: readonly EditStep[]): Shows {
  let base = theirs.reduce((text, step) => stepText(text, step).shown, takenBack(shown, session.local))
  let over = [...theirs]
  const local: LocalStep[] = []
  let inFlight = 0
  session.local.forEach((own, index) => {
    const met = meet([own.step], over)
    over = met.theirs
    for (const step of met.mine) {
      const done = tryStep(base, step)
      if (!done) continue
      base = done.shown
      local.push({ step, inverse: done.inverse })
      if (index < session.inFlight) inFlight++
    }
  })
  const history = mapHistory(session.history, over)
  const writing = session.writing === null ? null : over.reduce(mapWriting, session.writing)
  return { session: { ...session, local, inFlight, history, writing }, steps: over, shown: base }
}

const mapWriting = (at: number, step: EditStep): number => mapPoint(at, step)
