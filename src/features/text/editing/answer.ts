/**
 * One open text between a view and the worker: takes what is typed, commits it a second after the first key of it (or when
 * asked to), shows what others write. It outlives its view until the last keystroke is in the worker.
 *
 * Promise: what lies on the text (highlights, memos) is watched after it (`onWatched`), for the worker posts in the order of
 * the watches.
 */

import { subscribe } from 'valtio'
import { keyOfCopy } from '../../../data/copies/copyKey.ts'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { isProblem, type Problem } from '../../../model/problems.ts'
import type { AnswerText } from '../../../model/queries.ts'
import type { EditStep } from '../../../model/text/edit.ts'
import type { AnswerPlace } from './answerPlace.ts'
import { wordsOf } from './cutOff.ts'
import { type Caret, noHistory, remember, seal, travel, withTaken } from './editingHistory.ts'
import { cutOff, newSession, posted, record, replied, type Session, type Shows, send } from './editingSession.ts'
import { rescued, rescueSteps, whenRescuable } from './rescue.ts'
import { fromRich, type LocalStep, type ShownText, tryStep } from './shownText.ts'

/** `unreadable`: the worker takes no edit of this text, parts of which it cannot decrypt. */
export type CutOff = 'replaced' | 'gone' | 'unreadable'

export interface AnswerEvents {
  /** The text has come, or anew; null: this source has no such text. */
  onText(shown: ShownText | null): void
  /** Others have changed the shown text; `by`: who, where that is known. */
  onSteps(steps: readonly EditStep[], shown: ShownText, by: string | null): void
  /** No text that has been posted waits any more (`isBehind`). */
  onCaughtUp(): void
  onProblem(problem: Problem): void
  /** The text is watched from now on, or anew: what lies on it is to be too. */
  onWatched(): void
  /**
   * Another text has come in place of what was being written at, or none, or it takes no edits: the session has ended. `words`: those that the worker does not have
   * and that are not in the text, one piece a line. Told after `close` too.
   */
  onCutOff(words: string, why: CutOff): void
}

export interface Answer {
  shown(): ShownText | null
  /** That of the shown text; undefined while it holds what the worker's does not. */
  tick(): number | undefined
  /** That of the worker's text which lies under the local steps. */
  base(): number
  /** A later text has been posted than the one shown, and waits: what lies on it is not yet to be shown either. */
  isBehind(): boolean
  /** Steps not yet in the worker's text, oldest first: highlights come in the worker's positions. */
  local(): readonly EditStep[]
  /** It takes no edits, since a part of it could not be decrypted. */
  isUnreadable(): boolean
  /** Begins an editing session: its commits are one undo step of the project. */
  begin(): void
  edited(done: readonly LocalStep[], shown: ShownText, caret: Caret, group: string): void
  /** The caret went elsewhere: what comes is taken back by itself. */
  moved(): void
  /** What Ctrl+Z or Ctrl+Y does now. The caller shows `done` without telling `edited`. */
  travel(way: 'undo' | 'redo', caret: Caret): { done: LocalStep[]; caret: Caret } | null
  /** The steps of the last `travel`, with what they took from highlights and memos as they were shown. */
  traveled(way: 'undo' | 'redo', done: readonly LocalStep[]): void
  canTravel(way: 'undo' | 'redo'): boolean
  flush(): void
  /** Sends what is left and ends once it has arrived; nothing is told any more. */
  close(): void
}

const COMMIT_AFTER = 1000
const RETRY_AFTER = 3000
/** Refusals that pass by themselves. */
const PASSING: ReadonlySet<Problem['kind']> = new Set([
  'unfinishedCompound',
  'storageFailed',
  'diskFull',
  'ownedByAnotherTab',
])

export function openAnswer(project: ProjectHandle, place: AnswerPlace, events: AnswerEvents): Answer {
  let told: AnswerEvents | null = events
  let session: Session = newSession(0)
  let shown: ShownText | null = null
  let id = crypto.randomUUID()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The commit that has not been answered. */
  let underWay: ReturnType<typeof run> | null = null
  let isRescued = false
  /** The text has been asked for anew because steps did not fit; done once until some fit again. */
  let isMended = false
  /**
   * The next whole text may be that of another copy; else it is this one's without steps of ours that were refused, of which the worker keeps
   * what is to be kept, also of what comes after them.
   */
  let isReplaced = false
  let isUnreadable = false
  let stop = () => {}

  /** Not put off by what is typed meanwhile. */
  const later = (ms: number) => {
    timer ??= setTimeout(flush, ms)
  }
  /** A copy that is being fetched anew takes the place of the one that is there: what the worker has by then goes along, or is set aside. */
  const isReplacedSoon = () => project.state.progress !== null
  const soon = () => (isReplacedSoon() ? flush() : later(COMMIT_AFTER))
  const isDrained = () => session.local.length === 0 && session.sent === null
  const settle = () => {
    if (!isDrained()) return
    if (isRescued && shown) rescueSteps(keyOfCopy(project), place, session, shown)
    isRescued = false
    if (told) return
    stop()
    stopHearing()
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hide)
  }

  function take(next: Shows, by: string | null = null, why: CutOff = 'replaced'): void {
    session = next.session
    shown = next.shown
    if (next.steps.length > 0) told?.onSteps(next.steps, next.shown, by)
    if (session.held.length === 0) told?.onCaughtUp()
    if (next.cutOff !== undefined) events.onCutOff(next.cutOff, why)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const out = send(session, id)
    if (!out) return
    session = out.session
    void commit(out.steps, out.tick)
  }

  const run = (steps: EditStep[], tick: number) =>
    project.run('editAnswerSteps', { ...place, steps, tick, session: id })

  async function commit(steps: EditStep[], tick: number): Promise<void> {
    underWay = run(steps, tick)
    const result = await underWay
    if (!shown) return
    underWay = null
    take(replied(session, shown, isProblem(result) ? null : result.ok, isReplaced))
    if (isProblem(result)) refused(result.problem)
    else {
      isMended &&= 'behind' in result.ok
      isReplaced &&= 'behind' in result.ok || isReplacedSoon()
      if (!isDrained() && ('behind' in result.ok || !told)) flush()
      else if (!isDrained()) soon()
    }
    settle()
  }

  /** What was typed is kept; it is sent again by itself where that can help, else with the next key. */
  function refused(problem: Problem): void {
    if (problem.kind === 'badEdit') {
      refusedAsMisfit()
      return
    }
    if (problem.kind === 'textUnreadable' && shown) {
      // It would be refused again and again, and be gone with the page.
      take(cutOff(session, shown), null, 'unreadable')
      return
    }
    // That it is gone is posted too, and then what is left is handed in.
    if (problem.kind === 'answerNotFound') return
    if (!told) session = { ...session, local: [] }
    told?.onProblem(problem)
    if (PASSING.has(problem.kind)) later(RETRY_AFTER)
  }

  /** The worker has another text than the one under the steps: with it, it is seen whether they go on there. */
  function refusedAsMisfit(): void {
    if (isMended && shown) take(cutOff(session, shown))
    else mend()
    isMended = true
  }

  /** Asks for the text anew; nothing is sent before it has come. */
  function mend(): void {
    session = { ...session, behind: true }
    isReplaced = true
    watch()
  }

  function receive(post: AnswerText): void {
    isUnreadable = post.answerId !== null && post.isUnreadable === true
    if (!shown || post.answerId === null) {
      void handIn()
      open(post)
      settle()
      return
    }
    const wasBehind = session.behind || post.rich !== undefined
    try {
      take(posted(session, shown, post, isReplaced), post.steps ? post.by : null)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      mend()
      return
    }
    if (post.rich && session.held.length === 0 && !isReplacedSoon()) isReplaced = false
    if (wasBehind) flush()
    settle()
  }

  /** The text is gone: the worker may keep what comes for it for its author; else it is given back. */
  async function handIn(): Promise<void> {
    if (!shown || session.local.length === 0) return
    const words = wordsOf(
      session.local.map(({ step }) => step),
      shown.doc,
    )
    const rest = session.local.slice(session.inFlight).map(({ step }) => step)
    const asked = [...(underWay ? [underWay] : []), ...(rest.length > 0 ? [run(rest, session.tick)] : [])]
    const answers = await Promise.all(asked)
    if (answers.some(isProblem)) events.onCutOff(words, 'gone')
  }

  function open(post: AnswerText): void {
    if (post.answerId === null || !post.rich) {
      shown = null
      session = newSession(post.tick)
      told?.onText(null)
      return
    }
    session = newSession(post.tick)
    shown = fromRich(post.rich)
    recover(post.rich.text)
    told?.onText(shown)
    if (session.local.length > 0) flush()
  }

  /** What a reload has cut off between the last key and the worker. */
  function recover(text: string): void {
    for (const step of rescued(keyOfCopy(project), place, text)) {
      const next = shown && tryStep(shown, step)
      // A line or an image that it formatted is gone.
      if (!next) continue
      shown = next.shown
      session = record(session, [{ step, inverse: next.inverse }])
    }
  }

  function watch(): void {
    stop()
    stop = project.watch('answer', { ...place }, (post) => receive(post.value))
    told?.onWatched()
  }

  function leave(): void {
    if (shown && session.local.length > 0) {
      rescueSteps(keyOfCopy(project), place, session, shown)
      isRescued = true
    }
    flush()
  }
  const hide = () => document.visibilityState === 'hidden' && leave()

  const stopHearing = subscribe(project.state, () => {
    if (!isReplacedSoon()) return
    isReplaced = true
    flush()
  })
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  const rescuable = whenRescuable(keyOfCopy(project), place)
  if (rescuable) void rescuable.then(() => told && watch())
  else watch()

  return {
    shown: () => shown,
    isBehind: () => session.held.length > 0,
    base: () => session.tick,
    tick: () => (isDrained() ? session.tick : undefined),
    local: () => session.local.map(({ step }) => step),
    isUnreadable: () => isUnreadable,
    begin() {
      id = crypto.randomUUID()
      session = { ...session, history: noHistory, writing: null }
    },
    edited(done, after, caret, group) {
      shown = after
      const history = remember(session.history, done, caret, group, Date.now())
      session = { ...record(session, done), history }
      soon()
    },
    moved() {
      session = { ...session, history: seal(session.history), writing: null }
    },
    travel(way, caret) {
      const back = shown && travel(session.history, shown, way, caret)
      if (!back) return null
      shown = back.shown
      session = record({ ...session, history: back.history }, back.done)
      soon()
      return { done: back.done, caret: back.caret }
    },
    traveled(way, done) {
      session = { ...session, history: withTaken(session.history, way, done) }
    },
    canTravel: (way) => session.history[way].length > 0,
    flush,
    close() {
      told = null
      flush()
      settle()
    },
  }
}
