/** Binds an open text to its element: the text, its highlights, the quirks' colours, the place read last. */
import { EditorSelection, type StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import type { ShownPerson } from '../../data/copies/presence.ts'
import type { Problem } from '../../model/problems.ts'
import type { Posted } from '../../model/queries.ts'
import { editorOf } from '../../state/editor.ts'
import { type CodingEditor, type CodingHooks, createCodingEditor } from './codingEditor.ts'
import { type Answer, type CutOff, openAnswer } from './editing/answer.ts'
import type { AnswerPlace } from './editing/answerPlace.ts'
import { holdScroll } from './editing/heldScroll.ts'
import { showCaret } from './editing/othersCarets.ts'
import { othersPlaces, overLocalSteps, setOthersPlaces } from './editing/othersPlaces.ts'
import { packedOverLocal, rowsOverLocal } from './editing/overLocal.ts'
import { showOthers } from './editing/richState.ts'
import type { ColumnConfig } from './highlights/highlightColumn.ts'
import { highlightState, setHighlights } from './highlights/highlightState.ts'
import { memosOverLocal, setMemos } from './memos/memoState.ts'

export type AnswerView =
  | { state: 'loading' }
  /** This source has no such text. */
  | { state: 'missing' }
  | { state: 'open'; coding: CodingEditor; answer: Answer; place: AnswerPlace }

interface AnswerViewOptions {
  project: ProjectHandle
  place: AnswerPlace
  element: RefObject<HTMLElement | null>
  label: string
  column: ColumnConfig
  hooks: CodingHooks
  /** What else the text is shown with from the beginning. */
  first: () => readonly StateEffect<unknown>[]
  onProblem: (problem: Problem) => void
  /** What is said when someone else begins to write in the text. */
  writes: (author: string) => string
  /** Of `AnswerEvents`; `isShown`: the text is. */
  onCutOff: (words: string, why: CutOff, isShown: boolean) => void
}

const SCROLL_KEPT_AFTER = 120
/** A text waits so long for its highlights and memos, so that it is laid out and painted once. */
const MARKS_WITHIN = 60
/** Highlights that begin so far behind the first line shown are painted with it. */
const NEAR = 40_000
/** The others are put in order when nobody waits for the text. */
const REST_AFTER = 200

export function useAnswerView(options: AnswerViewOptions): AnswerView {
  const { project, element } = options
  const { sourceId, questionId } = options.place
  const [view, setView] = useState<AnswerView>({ state: 'loading' })
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    const place = { sourceId, questionId }
    let coding: CodingEditor | null = null
    /** The text has come and is not shown yet. */
    let isWaiting = false
    let timer: ReturnType<typeof setTimeout> | undefined
    /** What came before its text was shown. */
    const early: Posted<'highlights'>[] = []
    const earlyMemos: Posted<'memos'>[] = []
    let stopMarks = () => {}
    const answer = openAnswer(project, place, {
      onText(shown) {
        coding?.view.destroy()
        coding = null
        clearTimeout(timer)
        isWaiting = shown !== null
        if (!shown) return setView({ state: 'missing' })
        timer = setTimeout(show, MARKS_WITHIN)
        showWithMarks()
      },
      onSteps: (steps, shown, by) => {
        if (!coding) return
        showOthers(coding.view, steps, shown, holdScroll(coding.view))
        if (by === null) return
        // What somebody wrote without a network comes when they are elsewhere.
        const person = project.people.here.others.find(({ author }) => author === by)
        if (person) showCaret(coding.view, { author: by, colour: person.colour }, steps, latest.current.writes(by))
      },
      onCaughtUp: () => {
        takeEarly()
        showWithMarks()
      },
      onProblem: (problem) => latest.current.onProblem(problem),
      onWatched: () => watchMarks(),
      onCutOff: (words, why) => latest.current.onCutOff(words, why, coding !== null),
    })
    const isEarly = () => coding === null || answer.isBehind()

    /** After the text: the worker posts in the order of the watches, so that positions are those of the text shown. */
    function watchMarks(): void {
      stopMarks()
      early.length = 0
      earlyMemos.length = 0
      const stops = [
        project.watch('highlights', place, (posted) => {
          if (!isEarly()) return coding?.view.dispatch({ effects: highlightsOf(posted) })
          early.push(posted)
          showWithMarks()
        }),
        project.watch('memos', place, (posted) => {
          if (!isEarly()) return coding?.view.dispatch({ effects: memosOf(posted) })
          earlyMemos.push(posted)
          showWithMarks()
        }),
      ]
      stopMarks = () => {
        for (const stop of stops) stop()
      }
    }

    /** Not at once: what React has been told with these posts is known to the text then. */
    function showWithMarks(): void {
      if (!isWaiting || answer.isBehind() || early.length === 0 || earlyMemos.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(show)
    }

    function show(): void {
      const shown = answer.shown()
      if (!isWaiting || !shown || !element.current) return
      isWaiting = false
      clearTimeout(timer)
      const { label, column, hooks, first } = latest.current
      const scrollTo = editorOf(project.uuid).scroll[`${sourceId}:${questionId}`]
      const marks = answer.isBehind() ? [] : earlyEffects((scrollTo ?? 0) + NEAR)
      const opened = createCodingEditor({
        parent: element.current,
        project: project.uuid,
        place,
        answer,
        shown,
        label,
        column,
        first: [...first(), ...marks],
        scrollTo,
        hooks,
      })
      coding = opened
      keepScroll(opened.view, place, project.uuid)
      showPlaces()
      setTimeout(() => coding === opened && opened.view.state.field(highlightState).set, REST_AFTER)
      setView({ state: 'open', coding, answer, place })
    }

    let people: readonly ShownPerson[] = []
    const stopPeople = project.people.onPlaces((now) => {
      people = now
      showPlaces()
    })
    /** Those told for another text than the one that is shown come again; until then they move along with what is written. */
    function showPlaces(): void {
      if (coding === null) return
      const here = people.filter((person) => person.sourceId === sourceId && person.questionId === questionId)
      if (here.some(({ selection }) => selection && selection.tick !== answer.base())) return
      const local = answer.local()
      const places = here.flatMap(({ who, author, colour, selection }) =>
        selection ? [overLocalSteps({ who, author, colour, ...selection }, local)] : [],
      )
      if (places.length > 0 || coding.view.state.field(othersPlaces).length > 0)
        coding.view.dispatch({ effects: setOthersPlaces.of(places) })
    }

    function takeEarly(): void {
      if (coding === null || early.length + earlyMemos.length === 0) return
      coding.view.dispatch({ effects: earlyEffects() })
    }

    function earlyEffects(until?: number): StateEffect<unknown>[] {
      const highlights = early.splice(0).map((posted) => highlightsOf(posted, until))
      return [...highlights, ...earlyMemos.splice(0).map(memosOf)]
    }

    function memosOf(posted: Posted<'memos'>): StateEffect<unknown> {
      const local = answer.local()
      return setMemos.of(
        'all' in posted
          ? { all: memosOverLocal(posted.all, local) }
          : { put: memosOverLocal(posted.put, local), gone: posted.gone.map(Number) },
      )
    }

    function highlightsOf(posted: Posted<'highlights'>, until?: number): StateEffect<unknown> {
      const local = answer.local()
      return setHighlights.of(
        'packed' in posted
          ? { packed: packedOverLocal(posted.packed, local), ...(until !== undefined && { until }) }
          : { put: rowsOverLocal(posted.put, local), gone: posted.gone },
      )
    }

    return () => {
      clearTimeout(timer)
      isWaiting = false
      stopMarks()
      stopPeople()
      answer.close()
      coding?.view.destroy()
      coding = null
      setView({ state: 'loading' })
    }
  }, [project, sourceId, questionId, element])
  return view
}

/** Keeps the position of the first row in sight, per source and question. */
function keepScroll(view: EditorView, place: AnswerPlace, uuid: string): void {
  const key = `${place.sourceId}:${place.questionId}`
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    if (!view.dom.isConnected) return
    const box = view.scrollDOM.getBoundingClientRect()
    const inside = view.contentDOM.getBoundingClientRect()
    const top = view.posAtCoords({ x: inside.left + inside.width / 2, y: box.top + 4 }, false)
    // Behind the end of a row that is short there lies the beginning of the next one: the same position.
    const row = view.moveToLineBoundary(EditorSelection.cursor(top, -1), false)
    editorOf(uuid).scroll[key] = view.scrollDOM.scrollTop < 8 ? 0 : row.head
  }
  view.scrollDOM.addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(keep, SCROLL_KEPT_AFTER)
    },
    { passive: true },
  )
}
