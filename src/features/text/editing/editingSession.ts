/**
 * The editing of one text against the worker, as values: what has been typed and not yet committed, what is under way,
 * and what comes from others meanwhile. No timers and no I/O: `answer.ts` drives it.
 *
 * Promises: what the view shows is the worker's text at `tick` with the local steps on top; a local step reaches the
 * worker exactly once; another's steps enter at once, moved over the local ones, and the local ones over them (at a tie
 * the other's insertion stands first). Formatting meets too: the local steps are taken back and done again for it.
 */
import type { AnswerText } from '../../../model/queries.ts'
import { diffStep, type EditStep } from '../../../model/text/edit.ts'
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
}

/** What the view does next: the steps to show (others' only), and the text after them. */
export interface Shows {
  session: Session
  steps: EditStep[]
  shown: ShownText
}

export const newSession = (tick: number): Session => ({
  tick,
  local: [],
  inFlight: 0,
  sent: null,
  behind: false,
  held: [],
  history: noHistory,
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
  return { ...session, local }
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
export function replied(session: Session, shown: ShownText, reply: { tick: number } | { behind: true } | null): Shows {
  const { sent } = session
  if (!sent) return { session, steps: [], shown }
  if (reply && 'tick' in reply) return takeHeld({ ...confirmed(session, reply.tick), sent: null }, shown)
  const behind = reply !== null && session.held.length === 0 && session.tick <= sent.tick
  return takeHeld({ ...session, inFlight: 0, sent: null, behind }, shown)
}

/** The steps under way lie in the worker's text now. */
const confirmed = (session: Session, tick: number): Session => ({
  ...session,
  tick: Math.max(tick, session.tick),
  local: session.local.slice(session.inFlight),
  inFlight: 0,
})

function takeHeld(session: Session, shown: ShownText): Shows {
  let at: Shows = { session: { ...session, held: [] }, steps: [], shown }
  for (const post of session.held) {
    const next = posted(at.session, at.shown, post)
    at = { ...next, steps: [...at.steps, ...next.steps] }
  }
  return at
}

/** A post of the worker's `answer` watch. Throws RangeError when its steps do not fit: then the text is asked for anew. */
export function posted(session: Session, shown: ShownText, post: AnswerText): Shows {
  if (session.held.length > 0) return { session: { ...session, held: [...session.held, post] }, steps: [], shown }
  if (post.answerId === null || (post.steps && post.tick <= session.tick)) return { session, steps: [], shown }
  const isOwn = post.steps !== undefined && session.inFlight > 0 && post.session === session.sent?.id
  if (isOwn) return takeHeld(confirmed(session, post.tick), shown)
  // A whole text may hold the steps under way already: only the answer to them tells.
  if (post.rich && session.inFlight > 0) return { session: { ...session, held: [post] }, steps: [], shown }
  const steps = post.steps ?? diffStep(toRich(takenBack(shown, session.local)), post.rich)
  const next = receive(session, shown, steps)
  return { ...next, session: { ...next.session, tick: post.tick, behind: false } }
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
  return { session: { ...session, local, inFlight, history }, steps: over, shown: base }
}
